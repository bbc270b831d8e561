import { equalBytes, fromBase64 } from '#hmac'
import { verificationError } from './error.ts'

/** At most this many entries of a signature header are checked. A rotation needs two to five. */
const mostEntries = 16

// Only four of the six bits of the 43rd digit count. Digits that differ in the other two bits would
// decode to the same 32 bytes, so that a changed header would still verify.
const SHA256_IN_BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/** The `v1` MACs among the first sixteen entries of `webhook-signature`. */
export function signatureCandidates(header: string): Uint8Array[] {
  const candidates: Uint8Array[] = []
  let hasSupported = false
  for (const entry of header.split(' ', mostEntries)) {
    if (!entry.startsWith('v1,')) continue
    hasSupported = true
    // Two header lines arrive joined by a comma and a space.
    const encoded = entry.slice('v1,'.length, entry.endsWith(',') ? -1 : undefined)
    if (SHA256_IN_BASE64.test(encoded)) candidates.push(fromBase64(encoded))
  }
  if (!hasSupported) throw verificationError('unsupported_signature')
  return candidates
}

/** Whether a MAC is among the candidates. Always compares with all of them, in constant time. */
export function matchesCandidate(mac: Uint8Array, candidates: readonly Uint8Array[]): boolean {
  let matches = false
  for (const candidate of candidates) matches = equalBytes(mac, candidate) || matches
  return matches
}

import { equalBytes, fromBase64 } from '#hmac'
import { verificationError } from './verification-error.ts'

/** How many entries of a signature header are looked at: a rotation needs two, five at most. */
const mostCandidates = 16

// The 43rd digit carries four of its six bits; digits that set the other two would be further
// spellings of the same 32 bytes, and a changed header would still verify.
const SHA256_IN_BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/** The MACs among the first sixteen entries of `webhook-signature` that have the version `v1`. */
export function signatureCandidates(header: string): Uint8Array[] {
  const candidates: Uint8Array[] = []
  let supported = false
  for (const entry of header.split(' ', mostCandidates)) {
    if (!entry.startsWith('v1,')) continue
    supported = true
    // Two header lines arrive joined by a comma and a space.
    const encoded = entry.slice('v1,'.length, entry.endsWith(',') ? -1 : undefined)
    if (SHA256_IN_BASE64.test(encoded)) candidates.push(fromBase64(encoded))
  }
  if (!supported) throw verificationError('unsupported_signature')
  return candidates
}

/** Whether a MAC is among the candidates, comparing with every one of them. */
export function matchesCandidate(mac: Uint8Array, candidates: readonly Uint8Array[]): boolean {
  let matches = false
  for (const candidate of candidates) matches = equalBytes(mac, candidate) || matches
  return matches
}

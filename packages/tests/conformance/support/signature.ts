import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Received } from './receiver.ts'

const toleranceSeconds = 5 * 60

/** The signatures that came with a delivery, without their version. */
export function signaturesOf({ headers }: Pick<Received, 'headers'>): string[] {
  const entries = (headers['webhook-signature'] ?? '').split(' ')
  return entries.map((entry) => {
    if (!entry.startsWith('v1,')) throw new Error(`Not a signature of version 1: ${entry}`)
    return entry.slice('v1,'.length)
  })
}

/** Computes a signature by the text of Standard Webhooks, from nothing but the raw bytes. */
export function sign({ headers, raw }: Pick<Received, 'headers' | 'raw'>, secret: string): string {
  if (!secret.startsWith('whsec_')) throw new Error('A signing secret begins with whsec_.')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const prefix = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  return createHmac('sha256', key).update(prefix).update(raw).digest('base64')
}

/** Whether a receiver that holds the secret accepts a delivery at a moment. */
export function accepts(
  received: Pick<Received, 'headers' | 'raw'>,
  secret: string,
  nowMs = Date.now(),
): boolean {
  const ageSeconds = nowMs / 1_000 - Number(received.headers['webhook-timestamp'])
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) return false
  const expected = Buffer.from(sign(received, secret), 'base64')
  return signaturesOf(received).some((signature) => {
    const given = Buffer.from(signature, 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceivedDelivery } from './receiver.ts'

const toleranceSeconds = 5 * 60

/** The signatures of a delivery, without their version. */
export function signaturesOf({ headers }: Pick<ReceivedDelivery, 'headers'>): string[] {
  const entries = (headers['webhook-signature'] ?? '').split(' ')
  return entries.map((entry) => {
    if (!entry.startsWith('v1,')) throw new Error(`Not a signature of version 1: ${entry}`)
    return entry.slice('v1,'.length)
  })
}

/** Computes a signature as Standard Webhooks defines it, from the raw bytes. */
export function sign(
  { headers, raw }: Pick<ReceivedDelivery, 'headers' | 'raw'>,
  secret: string,
): string {
  if (!secret.startsWith('whsec_')) throw new Error('A signing secret begins with whsec_.')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const prefix = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  return createHmac('sha256', key).update(prefix).update(raw).digest('base64')
}

/** Whether a receiver with this secret accepts a delivery at this time. */
export function accepts(
  received: Pick<ReceivedDelivery, 'headers' | 'raw'>,
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

import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a hexadecimal signature matches a text. */
export function isSigned(text: string, secret: string, signature: string): boolean {
  const wanted = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

import sha256 from 'fast-sha256'
import type { Hmac } from './hmac.ts'

/** HMAC in JavaScript, because WebCrypto is asynchronous. */
export const createMac: Hmac['createMac'] = (key) => {
  const hmac = new sha256.HMAC(key)
  const encoder = new TextEncoder()
  return (prefix, body) =>
    hmac
      .reset()
      .update(encoder.encode(prefix))
      .update(typeof body === 'string' ? encoder.encode(body) : body)
      .digest()
}

/** A comparison that reads every byte, wherever the first difference lies. */
export const equalBytes: Hmac['equalBytes'] = (left, right) => {
  let difference = left.length ^ right.length
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/** Base64 of the web platform. */
export const fromBase64: Hmac['fromBase64'] = (text) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** Base64 of the web platform. */
export const toBase64: Hmac['toBase64'] = (bytes) => btoa(String.fromCharCode(...bytes))

import { Webhook } from 'standardwebhooks'
import type { Hmac } from './hmac.ts'
import { verificationError } from './verification-error.ts'

/** The signature of `standardwebhooks`, in JavaScript, because WebCrypto is asynchronous. */
export const createMac: Hmac['createMac'] = (key) => {
  const webhook = new Webhook(key, { format: 'raw' })
  return (id, timestamp, body) => {
    // It signs the number, so another spelling of it would verify too.
    if (/^0./.test(timestamp)) throw verificationError('malformed_timestamp')
    const signature = webhook.sign(id, new Date(Number(timestamp) * 1000), textOf(body))
    return fromBase64(signature.slice('v1,'.length))
  }
}

/** It signs text and encodes that, so the bytes must be those that their text encodes to. */
function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw verificationError('payload_not_utf8')
  }
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

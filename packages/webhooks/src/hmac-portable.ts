import { Webhook } from 'standardwebhooks'
import { verificationError } from './error.ts'
import type { Hmac } from './hmac.ts'

/** HMAC of `standardwebhooks`, in plain JavaScript, because WebCrypto is asynchronous. */
export const createMac: Hmac['createMac'] = (key) => {
  const webhook = new Webhook(key, { format: 'raw' })
  return (id, timestamp, body) => {
    // The library signs the number, so another spelling such as `01` would verify too.
    if (/^0./.test(timestamp)) throw verificationError('malformed_timestamp')
    const signature = webhook.sign(id, new Date(Number(timestamp) * 1000), textOf(body))
    return fromBase64(signature.slice('v1,'.length))
  }
}

/** Decodes a body. The library signs text, so bytes that are not UTF-8 cannot be verified. */
function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw verificationError('payload_not_utf8')
  }
}

/** A comparison in constant time: it always reads every byte. */
export const equalBytes: Hmac['equalBytes'] = (left, right) => {
  let difference = left.length ^ right.length
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

export const fromBase64: Hmac['fromBase64'] = (text) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

export const toBase64: Hmac['toBase64'] = (bytes) => btoa(String.fromCharCode(...bytes))

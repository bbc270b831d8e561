import { createMac, fromBase64, toBase64 } from '#hmac'
import type { Mac } from './hmac.ts'
import { verificationError } from './verification-error.ts'

/** The signing secret, or several of them while one is being replaced. */
export type WebhookSecrets =
  | {
      /** The signing secret of the endpoint, with or without its prefix `whsec_`. */
      secret: string
      secrets?: undefined
    }
  | {
      /** Several secrets, of which any one may match: two during a rotation. */
      secrets: readonly string[]
      secret?: undefined
    }

const prefix = 'whsec_'
const leastKeyBytes = 24
const mostCachedSecrets = 256

// Preparing a key costs more than signing 2 KB with it. The bound keeps a receiver of many
// tenants from growing without end.
const macs = new Map<unknown, Mac>()

/** The MAC of each secret given, in the order given. */
export function macsOf(options: WebhookSecrets): Mac[] {
  const secrets: readonly unknown[] = options.secrets ?? [options.secret]
  if (!Array.isArray(secrets) || secrets.length === 0) throw verificationError('missing_secret')
  return secrets.map(macOf)
}

function macOf(secret: unknown): Mac {
  const cached = macs.get(secret)
  if (cached) return cached
  const key = decodeSecret(secret)
  const mac = createMac(key)
  if (macs.size >= mostCachedSecrets) macs.delete(macs.keys().next().value)
  macs.set(secret, mac)
  return mac
}

/** The key in a secret: base64 after the prefix `whsec_`, at least 24 bytes (Standard Webhooks). */
function decodeSecret(secret: unknown): Uint8Array {
  if (typeof secret !== 'string' || secret === '' || secret === prefix) {
    throw verificationError('missing_secret')
  }
  if (/\s/.test(secret)) throw verificationError('secret_whitespace')
  if (/^(v1a?,|whsk_|whpk_)/.test(secret)) throw verificationError('secret_prefix')
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  const digits = encoded.replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) {
    throw verificationError('secret_not_base64')
  }
  const key = fromBase64(digits)
  if (key.length < leastKeyBytes) throw verificationError('secret_too_short')
  return key
}

/** Makes a signing secret: 32 random bytes in base64 after `whsec_`. */
export function generateWebhookSecret(): string {
  return prefix + toBase64(crypto.getRandomValues(new Uint8Array(32)))
}

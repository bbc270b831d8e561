import { createMac, fromBase64, toBase64 } from '#hmac'
import { verificationError } from './error.ts'
import type { Mac } from './hmac.ts'

/**
 * A value, or a function that returns it. The function is called at each use, so the value may change.
 */
type ValueOrFunction<Value> = Value | (() => Value)

/** The signing secret, or several during a rotation. */
export type WebhookSecrets =
  | {
      /** The signing secret of the endpoint, with or without its prefix `whsec_`. */
      secret: ValueOrFunction<string>
      secrets?: undefined
    }
  | {
      /** Several secrets, of which any may match: two during a rotation. */
      secrets: ValueOrFunction<readonly string[]>
      secret?: undefined
    }

/** The secret of a router. It is read when a delivery arrives, so a build needs none. */
export interface RouterSecrets {
  /**
   * The signing secret of the endpoint, or a function that returns it, which is called for each
   * delivery and may be async. Default: the environment variable `DOORKIT_WEBHOOK_SECRET`.
   */
  secret?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** Several secrets, of which any may match: two during a rotation. */
  secrets?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>) | undefined
}

export async function readSecrets({ secret, secrets }: RouterSecrets): Promise<WebhookSecrets> {
  if (secrets !== undefined) {
    return { secrets: typeof secrets === 'function' ? await secrets() : secrets }
  }
  const value = typeof secret === 'function' ? await secret() : (secret ?? secretOfEnvironment())
  return { secret: value ?? '' }
}

function secretOfEnvironment(): string | undefined {
  const { process } = globalThis as { process?: { env?: { [name: string]: string | undefined } } }
  return process?.env?.DOORKIT_WEBHOOK_SECRET
}

const prefix = 'whsec_'
const leastKeyBytes = 24
const mostCachedSecrets = 256

// A cache, because preparing a signing key costs about as much as signing 2 KB with it. Its size is
// limited, because a receiver may serve many workspaces.
const macs = new Map<unknown, Mac>()

/** The MAC functions of the secrets, in their order. */
export function macsOf(options: WebhookSecrets): Mac[] {
  const secrets = secretsOf(options)
  if (!Array.isArray(secrets) || secrets.length === 0) throw verificationError('missing_secret')
  return secrets.map(macOf)
}

export function secretsOf({ secret, secrets }: WebhookSecrets): readonly unknown[] {
  if (secrets !== undefined) return typeof secrets === 'function' ? secrets() : secrets
  return [typeof secret === 'function' ? secret() : secret]
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

/** Decodes a secret: base64 of at least 24 bytes, with or without `whsec_` before it (Standard Webhooks). */
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

/** Creates a signing secret: 32 random bytes in base64 after `whsec_`. */
export function generateWebhookSecret(): string {
  return prefix + toBase64(crypto.getRandomValues(new Uint8Array(32)))
}

import { randomBytes } from 'node:crypto'
import { limits } from '@doorkit/models'
import type { EndpointSecret, StoredEndpoint } from '../collections/webhook-endpoint.ts'
import type { Services } from '../services/services.ts'

/** Makes a signing secret: 32 random bytes (Standard Webhooks). */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function sealSecret(services: Services, endpoint: string, secret: string): EndpointSecret {
  return { sealed: services.vault.seal(secret, endpoint), expires_at: null }
}

/** The secrets that sign now, newest first. */
export function activeSecrets(services: Services, endpoint: StoredEndpoint): string[] {
  const now = services.clock.now()
  return signingAt(now, endpoint.data.secrets).map(({ sealed }) =>
    services.vault.open(sealed, endpoint.id),
  )
}

/** Puts a new secret first. The secret that it replaces signs for 24 more hours. At most five remain. */
export function rotateSecrets(
  secrets: readonly EndpointSecret[],
  next: EndpointSecret,
  now: number,
): EndpointSecret[] {
  const until = now + limits.secretOverlapSeconds * 1_000
  const older = signingAt(now, secrets).map((secret) => ({
    ...secret,
    expires_at: secret.expires_at ?? until,
  }))
  return [next, ...older].slice(0, limits.signingSecrets)
}

function signingAt(now: number, secrets: readonly EndpointSecret[]): EndpointSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || expires_at > now)
}

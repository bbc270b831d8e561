import { hash } from 'node:crypto'

/** The digest under which the secret of an API key or access token is stored. */
export function digestSecret(secret: string): string {
  return hash('sha256', secret)
}

import { hash } from 'node:crypto'

/** The form in which the secret of a key is stored. */
export function digestSecret(secret: string): string {
  return hash('sha256', secret)
}

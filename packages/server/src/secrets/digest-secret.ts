import { createHash } from 'node:crypto'

/** The form in which the secret of a key is stored. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

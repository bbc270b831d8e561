import { hash } from 'node:crypto'

/** A short digest of values of any length. */
export function digest(parts: readonly (string | readonly string[])[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)
}

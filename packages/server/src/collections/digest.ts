import { createHash } from 'node:crypto'

/** A short name for values of any length. */
export function digest(parts: readonly (string | readonly string[])[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

import { randomBytes } from 'node:crypto'

/** Makes a visitor id that nobody can guess. */
export function newVisitor(): string {
  return `vtr_${randomBytes(16).toString('base64url')}`
}

import { randomBytes } from 'node:crypto'

/** Names a new visitor, so that nobody guesses the name. */
export function newVisitor(): string {
  return `vtr_${randomBytes(16).toString('base64url')}`
}

import * as z from 'zod'

// RFC 5322's dot-atom before the @, DNS host names after it. Quoted and bracketed forms are refused:
// mailboxes do not use them, and they can hide a second address.
const word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const topLabel = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])'
const pattern = new RegExp(`^(?=[^@]{1,64}@)${word}(?:\\.${word})*@(?:${label}\\.)+${topLabel}$`)

/**
 * A usable email address (RFC 5321, RFC 5322). It is compared without regard to case, and stored in
 * lower case.
 */
export const Email = z.email({ pattern }).max(254)

/** Normalizes an address, so that two spellings of it are equal. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

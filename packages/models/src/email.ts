import * as z from 'zod'

// The part before the @ is a dot-atom of RFC 5322, and the part after it is a DNS host name. Quoted and
// bracketed forms are refused: mailboxes do not use them, and they can hide a second address.
const word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const topLabel = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])'
const pattern = new RegExp(`^(?=[^@]{1,64}@)${word}(?:\\.${word})*@(?:${label}\\.)+${topLabel}$`)

/**
 * A usable email address (RFC 5321, RFC 5322). The address of a contact or visitor is stored and
 * compared in the form of {@link normalizeEmail}.
 */
export const Email = z.email({ pattern }).max(254)

/** Writes an address in lower case, because addresses that differ only in case count as the same. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

import * as z from 'zod'

/** A usable email address. Compared without regard to case, and stored in lower case. */
export const Email = z.email().max(254)

/** The form in which two addresses of one person are equal. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

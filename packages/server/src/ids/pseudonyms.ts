import type { Signer } from '../secrets/encryption.ts'
import { containsEmailAddress } from '../text/email-addresses.ts'
import { digest } from '../values/digest.ts'

type VaultServices = { readonly vault: Pick<Signer, 'sign'> }

/** A stable name for a visitor, which never contains an email address. */
export function privateVisitorName({ vault }: VaultServices, visitor: string): string {
  return containsEmailAddress(visitor) ? vault.sign(`visitor\n${visitor.toLowerCase()}`) : visitor
}

/**
 * The id of a visitor in a row about one link or opening test. It is signed, not only hashed, so that a
 * reader of the database cannot test names against it.
 *
 * @param of - the id of the link or test. The signature depends on it, so that nobody can match the
 * visitors of two links or tests.
 */
export function visitorId(services: VaultServices, of: string, visitor: string): string {
  const signature = services.vault.sign(`visitor\n${of}\n${privateVisitorName(services, visitor)}`)
  return `${of}.${signature}`
}

/** The id of a visitor who is known only by a visit. Visit ids are random, so this id is not signed. */
export function visitId(of: string, visit: string): string {
  return `${of}.${digest([visit])}`
}

/**
 * A pseudonym for a person, from their address or id, for rows that must not contain either. It is
 * signed, not only hashed, so that a reader of the database cannot test addresses against it.
 */
export function signPerson({ vault }: VaultServices, workspace: string, person: string): string {
  return vault.sign(`person\n${workspace}\n${person}`)
}

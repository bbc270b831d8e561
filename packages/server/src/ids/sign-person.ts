import type { Signer } from '../secrets/encryption.ts'

/**
 * A pseudonym for a person, from their address or id, for rows that must not contain either. It is
 * signed, not only hashed, so that a reader of the database cannot test addresses against it.
 */
export function signPerson(
  { vault }: { readonly vault: Pick<Signer, 'sign'> },
  workspace: string,
  person: string,
): string {
  return vault.sign(`person\n${workspace}\n${person}`)
}

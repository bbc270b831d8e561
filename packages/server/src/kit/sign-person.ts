import type { Services } from './services.ts'

/**
 * Names a person by an address or an id, in rows that must not show either. Signed, not only hashed:
 * a reader of the database cannot try addresses against it.
 */
export function signPerson(
  { vault }: Pick<Services, 'vault'>,
  workspace: string,
  person: string,
): string {
  return vault.sign(`person\n${workspace}\n${person}`)
}

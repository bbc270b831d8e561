import type { StoredSiteKey } from '../../collections/site-key.ts'
import type { Signer } from './encryption.ts'

/**
 * The secret that the server of a website signs its visitors with. It is made with the key that signs:
 * the same in every process, readable in no database, and untouched when master keys are replaced.
 */
export function identitySecretOf(
  vault: Signer,
  { keys: { workspace }, data: { identity } }: Pick<StoredSiteKey, 'keys' | 'data'>,
): string {
  const half = (name: string) => vault.sign(`identity secret ${name}\n${workspace}\n${identity}`)
  return `dis_${half('1')}${half('2')}`
}

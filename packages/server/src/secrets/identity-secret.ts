import type { StoredSiteKey } from '../collections/site-key.ts'
import type { Signer } from './encryption.ts'

/**
 * The secret with which a website's server signs the identity of its visitors. It is derived from the
 * signing key and the site key's `identity`: every process computes the same secret, no store contains
 * it, and new master keys do not change it.
 */
export function identitySecretOf(
  vault: Signer,
  { columns: { workspace }, data: { identity } }: Pick<StoredSiteKey, 'columns' | 'data'>,
): string {
  const half = (name: string) => vault.sign(`identity secret ${name}\n${workspace}\n${identity}`)
  return `dis_${half('1')}${half('2')}`
}

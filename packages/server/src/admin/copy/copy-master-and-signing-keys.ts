import type { Store } from '@doorkit/store'
import { KitError } from '../../errors/kit-error.ts'
import { addStoredKeys, readStoredKeys, type StoredKeys } from '../../secrets/open-vault.ts'

/**
 * Copies the source's keys for sealing and signing to the target, which may already have other
 * workspaces of that source. Sealed values are copied unchanged, so both stores need the same keys.
 *
 * @throws KitError `conflict` if the target has other keys.
 */
export async function copyStoredKeys(from: Store, to: Store): Promise<void> {
  for (;;) {
    const [source, target] = await Promise.all([readStoredKeys(from), readStoredKeys(to)])
    if (target.rev !== undefined && !haveSameKeys(source, target)) {
      throw new KitError(
        'conflict',
        'The target does not use the keys of the source to seal and sign. Copy to a store that no server has opened, or to one with workspaces of the same source.',
      )
    }
    if (await addStoredKeys(to, target, source)) return
  }
}

/** Each master key seals the signing key once, so equal sealed texts contain the same key. */
function haveSameKeys(source: StoredKeys, target: StoredKeys): boolean {
  const sealedBy = new Map(target.copies.map(({ version, sealed }) => [version, sealed]))
  const shared = source.copies.filter(({ version }) => sealedBy.has(version))
  const isSameStoreKey =
    target.storeKey === undefined || (source.storeKey ?? target.storeKey) === target.storeKey
  return (
    isSameStoreKey &&
    (shared.length > 0 || source.copies.length === 0) &&
    shared.every(({ version, sealed }) => sealedBy.get(version) === sealed)
  )
}

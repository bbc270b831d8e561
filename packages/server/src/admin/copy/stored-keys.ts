import type { Store } from '@doorkit/store'
import { KitError } from '../../errors/kit-error.ts'
import {
  addStoredKeys,
  readStoredKeys,
  type StoredKeys,
} from '../../kit/secrets/match-master-keys.ts'

/**
 * Brings the keys that a workspace is sealed and signed with to a target that may have workspaces of
 * the same source already. Sealed values move as they are, so the target has to seal with the same
 * keys.
 *
 * @throws KitError `conflict` for a target with keys of its own.
 */
export async function bringKeys(from: Store, to: Store): Promise<void> {
  for (;;) {
    const [source, target] = await Promise.all([readStoredKeys(from), readStoredKeys(to)])
    if (target.rev !== undefined && !isOfOneOrigin(source, target)) {
      throw new KitError(
        'conflict',
        'The target seals and signs with other keys than the source. Copy to a store that no server has opened yet, or that was filled from the same source.',
      )
    }
    if (await addStoredKeys(to, target, source)) return
  }
}

/** The same key is sealed anew for each version once: so two stores that share a text share the key. */
function isOfOneOrigin(source: StoredKeys, target: StoredKeys): boolean {
  const sealedBy = new Map(target.copies.map(({ version, sealed }) => [version, sealed]))
  const shared = source.copies.filter(({ version }) => sealedBy.has(version))
  const isSameKept = target.kept === undefined || (source.kept ?? target.kept) === target.kept
  return (
    isSameKept &&
    (shared.length > 0 || source.copies.length === 0) &&
    shared.every(({ version, sealed }) => sealedBy.get(version) === sealed)
  )
}

import type { Store } from '@doorkit/store'
import { KitError } from '../errors/kit-error.ts'
import {
  createSealer,
  type MasterKey,
  storedKeyVersion,
  type Vault,
} from '../kit/secrets/encryption.ts'
import {
  checkVault,
  keepNewestOnly,
  missingVersions,
  readStoredKeys,
} from '../kit/secrets/match-master-keys.ts'
import { countSealed, resealOnce } from '../kit/secrets/reseal.ts'
import type { Logger } from '../ports/logger.ts'

/** How the keys that were given stand to what a store holds. Versions only, never a key. */
export interface MasterKeyStatus {
  /** The versions that were given in `masterKeys`, ascending. */
  readonly given: readonly number[]
  /** Whether the store keeps a key itself: it is version 0. */
  readonly kept: boolean
  /** The versions that the store needs, ascending: no server starts without all of them. */
  readonly needed: readonly number[]
  /** Those of them that no key opens. */
  readonly missing: readonly number[]
  /** How many stored values each version seals, ascending. */
  readonly sealed: readonly { readonly version: number; readonly values: number }[]
}

/** Replaces the keys that secrets at rest are sealed with. */
export interface MasterKeys {
  /** Goes through everything that is sealed. It works without the keys, too. */
  status(): Promise<MasterKeyStatus>
  /**
   * Seals everything with the newest key, a bounded step at a time; afterwards no other key is
   * needed. Servers may run beside it that have been started with the newest key. When it is
   * interrupted, the next call does the rest.
   *
   * @returns how many rows were sealed anew.
   * @throws KitError `invalid_input` without `masterKeys`, or while `sealWith` names an older one
   * than the newest; `master_key_mismatch` when a key
   * that is needed is not there.
   */
  reseal(): Promise<{ readonly resealed: number }>
}

const byVersion = (left: number, right: number) => left - right

/** Makes {@link MasterKeys}. */
export function manageMasterKeys(
  given: readonly MasterKey[] | undefined,
  logger: Logger,
  open: () => Promise<Store>,
  unlock: () => Promise<Vault>,
): MasterKeys {
  return {
    async status() {
      const store = await open()
      const stored = await readStoredKeys(store)
      const hasKeys = given !== undefined || stored.kept !== undefined
      const sealer = hasKeys ? createSealer(given, stored.kept) : undefined
      const sealed = [...(await countSealed(store))].map(([version, values]) => ({
        version,
        values,
      }))
      return {
        given: (given ?? []).map(({ version }) => version).sort(byVersion),
        kept: stored.kept !== undefined,
        needed: stored.copies.map(({ version }) => version).sort(byVersion),
        missing: missingVersions(sealer, stored).sort(byVersion),
        sealed: sealed.sort((left, right) => left.version - right.version),
      }
    },
    async reseal() {
      const vault = await unlock()
      if (vault.sealsWith === storedKeyVersion) {
        const problem = 'There is no key to seal with but the one that the store keeps'
        throw new KitError('invalid_input', `${problem}: give masterKeys.`, {
          param: 'masterKeys',
        })
      }
      // The servers that seal with a newer key would find that it is needed no more, and stop being ready.
      if (given?.some(({ version }) => version > vault.sealsWith)) {
        throw new KitError(
          'invalid_input',
          `There is a newer master key than version ${vault.sealsWith}, which sealWith or DOORKIT_SEAL_WITH names: take that away first.`,
          { param: 'sealWith' },
        )
      }
      const store = await open()
      let resealed = 0
      for (;;) {
        await checkVault(store, vault)
        const { done, left, unreadable } = await resealOnce(store, vault)
        resealed += done
        // Only a whole pass that finds nothing shows that nothing was sealed behind it.
        if (done + left > 0 || !(await keepNewestOnly(store, vault))) continue
        if (unreadable > 0) logger.warn({ rows: unreadable }, 'No key opens some stored secrets.')
        break
      }
      await store.scrub?.().catch((error) => {
        logger.warn(
          { error },
          'What older keys had sealed may still stand in a log of the database.',
        )
      })
      return { resealed }
    },
  }
}

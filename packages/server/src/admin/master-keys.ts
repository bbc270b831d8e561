import type { Store } from '@doorkit/store'
import { KitError } from '../errors/kit-error.ts'
import type { Logger } from '../ports/logger.ts'
import { createSealer, type MasterKey, storeKeyVersion, type Vault } from '../secrets/encryption.ts'
import {
  checkVault,
  keepSealingKeyOnly,
  missingVersions,
  readStoredKeys,
} from '../secrets/open-vault.ts'
import { countSealed, resealOnce } from '../secrets/reseal.ts'

/** Versions of master keys: those that the process has, and those that the store needs. */
export interface MasterKeyStatus {
  /** The versions in the option `masterKeys`, ascending. */
  readonly configured: readonly number[]
  /** Whether the store contains a master key of its own, which is version 0. */
  readonly hasStoredKey: boolean
  /** The versions that the store needs, ascending. A server starts only if it has all of them. */
  readonly needed: readonly number[]
  /** The needed versions that this process lacks, or has a different key for. */
  readonly missing: readonly number[]
  /** How many stored values each version seals, by ascending version. */
  readonly sealed: readonly { readonly version: number; readonly values: number }[]
}

/** Shows which master keys the store needs, and seals its secrets again with the newest one. */
export interface MasterKeys {
  /** Compares the versions that the process has with those that the store needs. Needs no master key. */
  status(): Promise<MasterKeyStatus>
  /**
   * Seals everything with the newest master key, in many small commits. Afterwards no other master key
   * is needed. Servers that seal with the newest master key may run at the same time. After an
   * interruption, the next call continues.
   *
   * @returns how many rows were sealed again.
   * @throws KitError `invalid_input` without `masterKeys`, or if `sealWith` names a version older than
   * the newest; `master_key_mismatch` if a needed master key is missing.
   */
  reseal(): Promise<{ readonly resealed: number }>
}

const byVersion = (left: number, right: number) => left - right

export function manageMasterKeys(
  masterKeys: readonly MasterKey[] | undefined,
  logger: Logger,
  open: () => Promise<Store>,
  unlock: () => Promise<Vault>,
): MasterKeys {
  return {
    async status() {
      const store = await open()
      const stored = await readStoredKeys(store)
      const hasKeys = masterKeys !== undefined || stored.storeKey !== undefined
      const sealer = hasKeys ? createSealer(masterKeys, stored.storeKey) : undefined
      const sealed = [...(await countSealed(store))].map(([version, values]) => ({
        version,
        values,
      }))
      return {
        configured: (masterKeys ?? []).map(({ version }) => version).sort(byVersion),
        hasStoredKey: stored.storeKey !== undefined,
        needed: stored.copies.map(({ version }) => version).sort(byVersion),
        missing: missingVersions(sealer, stored).sort(byVersion),
        sealed: sealed.sort((left, right) => left.version - right.version),
      }
    },
    async reseal() {
      const vault = await unlock()
      if (vault.sealsWith === storeKeyVersion) {
        const problem = 'The only master key is the one in the store'
        throw new KitError('invalid_input', `${problem}: set masterKeys.`, { param: 'masterKeys' })
      }
      // Resealing with an older key would make servers that seal with the newer one stop being ready.
      if (masterKeys?.some(({ version }) => version > vault.sealsWith)) {
        throw new KitError(
          'invalid_input',
          `sealWith or DOORKIT_SEAL_WITH names version ${vault.sealsWith}, but there is a newer master key. Remove that setting first.`,
          { param: 'sealWith' },
        )
      }
      const store = await open()
      let resealed = 0
      for (;;) {
        await checkVault(store, vault)
        const { done, left, unreadable } = await resealOnce(store, vault)
        resealed += done
        // Other servers may seal rows with an old key in the meantime, so the loop ends only after an
        // iteration that finds no such row.
        if (done + left > 0 || !(await keepSealingKeyOnly(store, vault))) continue
        if (unreadable > 0)
          logger.warn(
            { rows: unreadable },
            'Some stored secrets cannot be opened with any master key.',
          )
        break
      }
      await store.scrub?.().catch((error) => {
        logger.warn(
          { error },
          'Values sealed with older keys may still be in a log of the database.',
        )
      })
      return { resealed }
    },
  }
}

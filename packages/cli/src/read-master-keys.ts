import { KitError, type MasterKey, parseMasterKeys } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads the master keys from DOORKIT_MASTER_KEYS. Without this variable, the store uses a master key of
 * its own: for development only.
 *
 * @throws CliError `invalid_environment`; the message never shows a master key.
 */
export function readMasterKeys(env: Terminal['env']): MasterKey[] | undefined {
  try {
    return parseMasterKeys(env.DOORKIT_MASTER_KEYS)
  } catch (error) {
    if (!(error instanceof KitError)) throw error
    throw new CliError('invalid_environment', `DOORKIT_MASTER_KEYS: ${error.message}`)
  }
}

/** Reads from DOORKIT_SEAL_WITH the version of the master key that seals. Default: the highest. */
export function readSealWith({ DOORKIT_SEAL_WITH }: Terminal['env']): number | undefined {
  if (!DOORKIT_SEAL_WITH) return undefined
  if (/^[1-9]\d{0,5}$/.test(DOORKIT_SEAL_WITH)) return Number(DOORKIT_SEAL_WITH)
  const problem = 'DOORKIT_SEAL_WITH must be a version from DOORKIT_MASTER_KEYS, such as 1.'
  throw new CliError('invalid_environment', problem)
}

import { KitError, type MasterKey, parseMasterKeys } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads the keys that secrets at rest are sealed with from DOORKIT_MASTER_KEYS. Without it the store
 * keeps a key of its own, which is for development.
 *
 * @throws CliError `invalid_environment`; the message never shows a key.
 */
export function readMasterKeys(env: Terminal['env']): MasterKey[] | undefined {
  try {
    return parseMasterKeys(env.DOORKIT_MASTER_KEYS)
  } catch (error) {
    if (!(error instanceof KitError)) throw error
    throw new CliError('invalid_environment', `DOORKIT_MASTER_KEYS: ${error.message}`)
  }
}

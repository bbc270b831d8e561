import type { MasterKey } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads the keys that secrets at rest are sealed with from DOORKIT_MASTER_KEYS: a version and 32
 * bytes in base64 each, as in `1:base64,2:base64`. The highest version seals, all of them open.
 * Without it the store keeps a key of its own, which is for development.
 *
 * @throws CliError `invalid_environment`; the message never shows a key.
 */
export function readMasterKeys(env: Terminal['env']): MasterKey[] | undefined {
  const text = env.DOORKIT_MASTER_KEYS
  if (text === undefined) return undefined
  const keys = text.split(',').map((entry): MasterKey => {
    const [, version, key] = /^\s*([1-9]\d{0,5}):([A-Za-z0-9+/]{43}=?)\s*$/.exec(entry) ?? []
    if (version === undefined || key === undefined) throw unreadable()
    return { version: Number(version), key }
  })
  if (new Set(keys.map(({ version }) => version)).size < keys.length) throw unreadable()
  return keys
}

function unreadable(): CliError {
  const form = '1:BASE64,2:BASE64, each version once, each key 32 bytes'
  return new CliError('invalid_environment', `DOORKIT_MASTER_KEYS is not of the form ${form}.`)
}

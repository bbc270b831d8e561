import { KitError } from '../errors/kit-error.ts'
import type { MasterKey } from './encryption.ts'

/**
 * Reads master keys from an environment variable, as the command `doorkit` does:
 * `parseMasterKeys(process.env.DOORKIT_MASTER_KEYS)`. The text is a list of versions and keys, such as
 * `1:BASE64,2:BASE64`. Returns undefined for undefined: the store then uses a key of its own.
 *
 * @throws KitError `invalid_input`; the message never shows a key.
 */
export function parseMasterKeys(text: string | undefined): MasterKey[] | undefined {
  if (text === undefined) return undefined
  const keys = text.split(',').map((entry): MasterKey => {
    const [, version, key] = /^\s*([1-9]\d{0,5}):([A-Za-z0-9+/]{43}=?)\s*$/.exec(entry) ?? []
    if (version === undefined || key === undefined) throw unreadable()
    return { version: Number(version), key }
  })
  if (new Set(keys.map(({ version }) => version)).size < keys.length) throw unreadable()
  return keys
}

function unreadable(): KitError {
  const form = '1:BASE64,2:BASE64, each version once, each key 32 bytes'
  return new KitError('invalid_input', `Master keys are not of the form ${form}.`, {
    param: 'masterKeys',
  })
}

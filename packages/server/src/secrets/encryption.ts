import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { KitError } from '../errors/kit-error.ts'

/** A key that seals secrets at rest. */
export interface MasterKey {
  /**
   * A whole number from 1. Every sealed value contains the version of its key, so that keys can be
   * replaced. Each key opens the values of its version. The key with the highest version seals, unless
   * `sealWith` names another one.
   */
  readonly version: number
  /** 32 random bytes, in base64. */
  readonly key: string
}

/** Seals secrets for the database, and signs texts. */
export interface Vault extends Sealer, Signer {}

/** Encrypts with one of several master keys, and decrypts with any of them. */
export interface Sealer {
  readonly sealsWith: number
  /** Encrypts with the key that seals. `open` needs the same `context`. */
  seal(plaintext: string, context: string): string
  /** Decrypts a text from {@link Sealer.seal}; throws if it was changed or its key is missing. */
  open(sealed: string, context: string): string
}

/** Signs texts with a key of its own, which stays the same when master keys are replaced. */
export interface Signer {
  /** Returns the signature of a text: 16 bytes in base64url. */
  sign(text: string): string
  verifies(text: string, signature: string): boolean
}

/** The version of the key in the store itself: lower than every version that a host can choose. */
export const storeKeyVersion = 0

/** The length from which a text is compressed. Compressing a shorter one takes more time than it saves. */
const longText = 4_096
const compressedMark = 'z.'

/**
 * Makes a sealer: AES-256-GCM in a versioned envelope, with keys derived from the master keys by
 * HKDF (RFC 5869). It compresses long texts, such as long stored answers.
 *
 * @param masterKeys - undefined if the host provides no key.
 * @param storeKey - the key in the store itself, in base64.
 * @param sealWith - the version that seals. Default: the highest.
 * @throws KitError `invalid_input` if there is no key, a version is not a whole number from 1 or occurs
 * twice, a key is not 32 bytes of base64, or `sealWith` names a version without a key.
 */
export function createSealer(
  masterKeys?: readonly MasterKey[],
  storeKey?: string,
  sealWith?: number,
): Sealer {
  const keys = new Map(masterKeys?.map((masterKey) => [masterKey.version, derive(masterKey)]))
  if (keys.size < (masterKeys?.length ?? 0))
    throw unusable('Two master keys have the same version.')
  if (
    masterKeys?.some(({ version }) => !Number.isSafeInteger(version) || version <= storeKeyVersion)
  ) {
    throw unusable('The version of a master key must be a whole number from 1.')
  }
  if (keys.size === 0 && (masterKeys || storeKey === undefined)) {
    throw unusable('masterKeys is empty: give at least one key.')
  }
  if (storeKey !== undefined)
    keys.set(storeKeyVersion, derive({ version: storeKeyVersion, key: storeKey }))
  const sealsWith = sealWith ?? Math.max(...keys.keys())
  const sealingKey = keys.get(sealsWith)
  if (!sealingKey) throw missingKey(sealsWith)
  return {
    sealsWith,
    seal(plaintext, context) {
      const nonce = randomBytes(12)
      const mark = plaintext.length < longText ? '' : compressedMark
      const bytes = mark ? deflateRawSync(plaintext, { level: 1 }) : Buffer.from(plaintext)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      cipher.setAAD(Buffer.from(mark + context))
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      const envelope = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
      return `v${sealsWith}.${mark}${envelope.toString('base64url')}`
    },
    open(sealed, context) {
      const version = versionOf(sealed)
      const key = keys.get(version)
      const marked = sealed.slice(sealed.indexOf('.') + 1)
      const mark = marked.startsWith(compressedMark) ? compressedMark : ''
      const body = marked.slice(mark.length)
      if (!key || !body) {
        const message = `No master key opens a value sealed with version ${version}: give this server the key of that version too.`
        throw new KitError('master_key_mismatch', message, { param: 'masterKeys' })
      }
      const envelope = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(0, 12))
      decipher.setAAD(Buffer.from(mark + context)).setAuthTag(envelope.subarray(12, 28))
      const bytes = Buffer.concat([decipher.update(envelope.subarray(28)), decipher.final()])
      return (mark ? inflateRawSync(bytes) : bytes).toString()
    },
  }
}

/** Makes a signer: HMAC-SHA256 with a key of 32 bytes in base64. */
export function createSigner(key: string): Signer {
  const secret = createSecretKey(key, 'base64')
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  return {
    sign,
    verifies(text, signature) {
      // Compares the texts, not the bytes: base64 can spell the same bytes in several ways.
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))]
      return actual.length === expected.length && timingSafeEqual(expected, actual)
    },
  }
}

export function versionOf(sealed: string): number {
  return Number(/^v(\d+)\./.exec(sealed)?.[1] ?? Number.NaN)
}

/** Makes a master key of random bytes. */
export function generateMasterKey(version = 1): MasterKey {
  return { version, key: randomBytes(32).toString('base64') }
}

const wrongList =
  'These master keys do not have the form 1:BASE64,2:BASE64, with each version once and 32 bytes per key.'

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
    if (version === undefined || key === undefined) throw unusable(wrongList)
    return { version: Number(version), key }
  })
  if (new Set(keys.map(({ version }) => version)).size < keys.length) throw unusable(wrongList)
  return keys
}

/**
 * Derives an encryption key from a master key. The result is a key object, which Node uses several times
 * faster than raw bytes.
 */
function derive({ version, key }: MasterKey): KeyObject {
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== 32) {
    throw unusable(`The master key of version ${version} is not 32 bytes of base64.`)
  }
  return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', 'doorkit seal', 32)))
}

function missingKey(version: number): KitError {
  const message = `The version that seals is ${version}, but its master key is missing. Give that key too, or change sealWith or DOORKIT_SEAL_WITH.`
  return new KitError('invalid_input', message, { param: 'sealWith' })
}

function unusable(message: string): KitError {
  return new KitError('invalid_input', message, { param: 'masterKeys' })
}

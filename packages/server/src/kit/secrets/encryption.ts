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
import { KitError } from '../../errors/kit-error.ts'

/** A key that secrets at rest are sealed with. */
export interface MasterKey {
  /**
   * A whole number from 1. It stands in every sealed value, so that keys can be replaced: every
   * version opens, and the highest one seals, or the one that `sealWith` names.
   */
  readonly version: number
  /** 32 random bytes, in base64. */
  readonly key: string
}

/** Seals what must not be readable in the database, and signs what clients carry. */
export interface Vault extends Sealer, Signer {}

/** Encrypts with one of several master keys, and decrypts with all of them. */
export interface Sealer {
  /** The version of the key that seals. */
  readonly sealsWith: number
  /** Encrypts with that key; `context` must be the same to open it. */
  seal(plaintext: string, context: string): string
  /** Decrypts what {@link Sealer.seal} made; throws when it was changed or its key is gone. */
  open(sealed: string, context: string): string
}

/** Authenticates texts with a key of its own, which outlives every master key. */
export interface Signer {
  /** Authenticates a text: 16 bytes in base64url. */
  sign(text: string): string
  /** Whether `signature` is that of `text`. */
  verifies(text: string, signature: string): boolean
}

/** The version of the key that a store keeps itself: below every version that can be given. */
export const storedKeyVersion = 0

/**
 * Makes a sealer: AES-256-GCM in a versioned envelope, with keys derived from the master keys by
 * HKDF (RFC 5869).
 *
 * @param masterKeys - undefined when the deployment gives no key.
 * @param kept - the key that the store keeps itself, in base64.
 * @param sealWith - the version that seals. Default: the highest.
 * @throws KitError `invalid_input` when there is no master key, a version is not a whole number
 * or is there twice, or a key is not 32 bytes of base64.
 */
export function createSealer(
  masterKeys?: readonly MasterKey[],
  kept?: string,
  sealWith?: number,
): Sealer {
  const keys = new Map(masterKeys?.map((masterKey) => [masterKey.version, derive(masterKey)]))
  if (keys.size < (masterKeys?.length ?? 0)) throw unusable('Two master keys have one version.')
  if (
    masterKeys?.some(({ version }) => !Number.isSafeInteger(version) || version <= storedKeyVersion)
  ) {
    throw unusable('The version of a master key is a whole number from 1.')
  }
  if (keys.size === 0 && (masterKeys || kept === undefined)) {
    throw unusable('masterKeys is empty: give at least one key.')
  }
  if (kept !== undefined)
    keys.set(storedKeyVersion, derive({ version: storedKeyVersion, key: kept }))
  const sealsWith = sealWith ?? Math.max(...keys.keys())
  const sealing = keys.get(sealsWith)
  if (!sealing) throw notGiven(sealsWith)
  return {
    sealsWith,
    seal(plaintext, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const envelope = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
      return `v${sealsWith}.${envelope.toString('base64url')}`
    },
    open(sealed, context) {
      const version = versionOf(sealed)
      const key = keys.get(version)
      const body = sealed.slice(sealed.indexOf('.') + 1)
      if (!key || !body) {
        throw new KitError(
          'master_key_mismatch',
          `No master key opens a value sealed with version ${version}: give this server that key, too.`,
          { param: 'masterKeys' },
        )
      }
      const envelope = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(envelope.subarray(12, 28))
      return Buffer.concat([decipher.update(envelope.subarray(28)), decipher.final()]).toString()
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
      // The text is compared, not the bytes: base64 has several spellings of the same bytes.
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(text))]
      return given.length === expected.length && timingSafeEqual(expected, given)
    },
  }
}

/** The version of the master key that a value is sealed with. */
export function versionOf(sealed: string): number {
  return Number(/^v(\d+)\./.exec(sealed)?.[1] ?? Number.NaN)
}

/** Makes a master key of random bytes. */
export function generateMasterKey(version = 1): MasterKey {
  return { version, key: randomBytes(32).toString('base64') }
}

/** A key object: Node takes it several times as fast as the same key in bytes. */
function derive({ version, key }: MasterKey): KeyObject {
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== 32) {
    throw unusable(`The master key of version ${version} is not 32 bytes of base64.`)
  }
  return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', 'doorkit seal', 32)))
}

function notGiven(version: number): KitError {
  const message = `No master key of version ${version} was given, which is to seal. Give that key too, or change sealWith or DOORKIT_SEAL_WITH.`
  return new KitError('invalid_input', message, { param: 'sealWith' })
}

function unusable(message: string): KitError {
  return new KitError('invalid_input', message, { param: 'masterKeys' })
}

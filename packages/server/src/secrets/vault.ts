import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { DoorkitError } from '../errors/doorkit-error.ts'

/** A key that secrets at rest are sealed with. */
export interface MasterKey {
  /** Stands in every sealed value, so that keys can be replaced: highest seals, all open. */
  readonly version: number
  /** 32 random bytes, in base64. */
  readonly key: string
}

/** Seals what must not be readable in the database, and signs what clients carry. */
export interface Vault {
  /** Encrypts with the newest key; `context` must be the same to open it. */
  seal(plaintext: string, context: string): string
  /** Decrypts what {@link Vault.seal} made; throws when it was changed or its key is gone. */
  open(sealed: string, context: string): string
  /** Authenticates a text: 16 bytes in base64url. */
  sign(text: string): string
  /** Whether `signature` is that of `text` under any of the keys. */
  verifies(text: string, signature: string): boolean
}

interface DerivedKey {
  readonly version: number
  readonly seal: Buffer
  readonly sign: Buffer
}

/**
 * Makes a vault: AES-256-GCM in a versioned envelope, and HMAC-SHA256, with keys derived from
 * the master keys by HKDF (RFC 5869).
 *
 * @throws DoorkitError `invalid_input` when a master key is not 32 bytes of base64, or there is none.
 */
export function createVault(masterKeys: readonly MasterKey[]): Vault {
  const keys = masterKeys.map(derive).sort((left, right) => right.version - left.version)
  const newest = keys[0]
  if (!newest) {
    throw new DoorkitError('invalid_input', 'masterKeys is empty: give at least one key.', {
      param: 'masterKeys',
    })
  }
  return {
    seal(plaintext, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.seal, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const envelope = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
      return `v${newest.version}.${envelope.toString('base64url')}`
    },
    open(sealed, context) {
      const [version, body] = sealed.split('.', 2)
      const key = keys.find((candidate) => `v${candidate.version}` === version)
      if (!key || !body) {
        throw new Error(`No master key opens a value sealed with ${version}: add it to masterKeys.`)
      }
      const envelope = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.seal, envelope.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(envelope.subarray(12, 28))
      return Buffer.concat([decipher.update(envelope.subarray(28)), decipher.final()]).toString()
    },
    sign: (text) => mac(newest, text).toString('base64url'),
    verifies(text, signature) {
      // The text is compared, not the bytes: base64 has several spellings of the same bytes.
      const given = Buffer.from(signature)
      return keys.some((key) => {
        const expected = Buffer.from(mac(key, text).toString('base64url'))
        return given.length === expected.length && timingSafeEqual(expected, given)
      })
    },
  }
}

/** Makes a master key of random bytes. */
export function generateMasterKey(version = 1): MasterKey {
  return { version, key: randomBytes(32).toString('base64') }
}

function derive({ version, key }: MasterKey): DerivedKey {
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== 32) {
    const problem = `The master key of version ${version} is not 32 bytes of base64.`
    throw new DoorkitError('invalid_input', problem, { param: 'masterKeys' })
  }
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32))
  return { version, seal: derived('doorkit seal'), sign: derived('doorkit sign') }
}

function mac(key: DerivedKey, text: string): Buffer {
  return createHmac('sha256', key.sign).update(text).digest().subarray(0, 16)
}

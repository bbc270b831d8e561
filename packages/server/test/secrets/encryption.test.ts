import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../models/test/support/any-character.ts'
import { createSealer, createSigner, generateMasterKey } from '../../src/secrets/encryption.ts'

const first = generateMasterKey(1)
const second = generateMasterKey(2)

describe('a sealed text', () => {
  test('opens to the same text, in the same context', () => {
    const sealer = createSealer([first])
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, context) => {
        expect(sealer.open(sealer.seal(text, context), context)).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  test('does not show the text, and differs each time it is sealed', () => {
    const sealer = createSealer([first])
    const [one, other] = [sealer.seal('whsec_secret', 'we_1'), sealer.seal('whsec_secret', 'we_1')]
    expect(one).not.toBe(other)
    const bytes = Buffer.from(one.split('.')[1] ?? '', 'base64url').toString('latin1')
    expect(bytes).not.toContain('secret')
  })

  test('does not open in another context', () => {
    const sealer = createSealer([first])
    expect(() => sealer.open(sealer.seal('secret', 'we_1'), 'we_2')).toThrow()
  })

  test('cannot be opened after one of its characters was changed, or when it is cut', () => {
    const sealer = createSealer([first])
    const sealed = sealer.seal('secret', 'we_1')
    let changed = 0
    // This leaves out the version before the point, and the last character, whose last bits mean nothing.
    for (let at = sealed.indexOf('.') + 1; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const edited = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`
      expect.soft(() => sealer.open(edited, 'we_1'), String(at)).toThrow()
      changed += 1
    }
    expect(changed).toBeGreaterThan(40)
    expect(() => sealer.open(sealed.slice(0, 20), 'we_1')).toThrow()
    expect(() => sealer.open('', 'we_1')).toThrow()
  })

  test('is compressed if the text is long, and opens only with the right mark of compression', () => {
    const sealer = createSealer([first])
    const text = 'An answer with long texts. ❤ '.repeat(500)
    const sealed = sealer.seal(text, 'we_1')
    expect(sealed.length).toBeLessThan(text.length / 5)
    expect(sealer.open(sealed, 'we_1')).toBe(text)
    expect(() => sealer.open(sealed.replace('v1.z.', 'v1.'), 'we_1')).toThrow()
    const short = sealer.seal('secret', 'we_1')
    expect(() => sealer.open(short.replace('v1.', 'v1.z.'), 'we_1')).toThrow()
  })
})

describe('master keys', () => {
  test('can be replaced: the highest version seals, and every version opens', () => {
    const sealed = createSealer([first]).seal('secret', 'we_1')
    const both = createSealer([first, second])
    expect(both.open(sealed, 'we_1')).toBe('secret')
    const resealed = both.seal('secret', 'we_1')
    expect(resealed.startsWith('v2.')).toBe(true)
    expect(createSealer([second]).open(resealed, 'we_1')).toBe('secret')
    expect(() => createSealer([second]).open(sealed, 'we_1')).toThrow('version 1')
  })

  test('are 32 bytes of base64, and there is at least one', () => {
    expect(Buffer.from(first.key, 'base64')).toHaveLength(32)
    expect(() => createSealer([])).toThrow('masterKeys is empty')
    expect(() => createSealer([], first.key)).toThrow('masterKeys is empty')
    for (const key of ['', 'short', 'A'.repeat(42), Buffer.alloc(33).toString('base64')]) {
      expect.soft(() => createSealer([{ version: 1, key }]), key).toThrow('32 bytes')
    }
  })

  test('have whole numbers from 1 as versions, each of them once', () => {
    for (const version of [0, -1, 1.5, Number.NaN]) {
      expect.soft(() => createSealer([{ ...first, version }])).toThrow('whole number from 1')
    }
    expect(() => createSealer([first, { ...second, version: 1 }])).toThrow('the same version')
  })

  test('appear in no error', () => {
    const attempts = [
      () => createSealer([{ version: 1, key: 'not-a-key-but-secret' }]),
      () => createSealer([second]).open(createSealer([first]).seal('secret', 'a'), 'a'),
    ]
    for (const attempt of attempts) {
      let stack = ''
      try {
        attempt()
      } catch (error) {
        stack = String((error as Error).stack)
      }
      expect.soft(stack).toContain('Error')
      expect.soft(stack).not.toMatch(/not-a-key-but-secret/)
      expect.soft(stack).not.toContain(second.key)
    }
  })
})

describe('a signature', () => {
  const signer = createSigner(first.key)

  test('verifies only for its text and its signing key', () => {
    expect(signer.verifies('text', signer.sign('text'))).toBe(true)
    expect(signer.verifies('other', signer.sign('text'))).toBe(false)
    expect(createSigner(second.key).verifies('text', signer.sign('text'))).toBe(false)
  })

  test('is accepted in one spelling only', () => {
    const signature = signer.sign('text')
    const spellings = [
      `${signature}=`,
      `${signature}==`,
      ` ${signature}`,
      signature.toUpperCase(),
      signature.slice(0, -1),
      // The last character of 16 bytes in base64 carries four bits that mean nothing.
      ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
        .map((last) => `${signature.slice(0, -1)}${last}`)
        .filter((spelling) => spelling !== signature),
      '',
    ]
    for (const spelling of spellings) expect.soft(signer.verifies('text', spelling)).toBe(false)
    expect(spellings).toHaveLength(69)
    expect(signer.verifies('text', signature)).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hmac } from '../src/hmac.ts'
import * as native from '../src/hmac-node.ts'
import * as portable from '../src/hmac-portable.ts'

const implementations: [name: string, hmac: Hmac][] = [
  ['node:crypto', native],
  ['portable', portable],
]

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

/** @see RFC 4231, section 4 */
const rfc4231 = [
  {
    key: '0b'.repeat(20),
    data: Buffer.from('Hi There').toString('hex'),
    mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    key: Buffer.from('Jefe').toString('hex'),
    data: Buffer.from('what do ya want for nothing?').toString('hex'),
    mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    key: 'aa'.repeat(20),
    data: 'dd'.repeat(50),
    mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    key: 'aa'.repeat(131),
    data: Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex'),
    mac: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
]

describe.each(implementations)('the %s HMAC', (_name, hmac) => {
  test('gives the MACs of RFC 4231', () => {
    const macs = rfc4231.map(({ key, data }) => hex(hmac.createMac(bytes(key))('', bytes(data))))
    expect(macs).toEqual(rfc4231.map(({ mac }) => mac))
  })

  test('signs the prefix before the body, however the content is divided', () => {
    const mac = hmac.createMac(new Uint8Array(32))
    expect(hex(mac('évt.1.', 'body ü'))).toBe(hex(mac('', 'évt.1.body ü')))
    expect(hex(mac('évt.1.', Buffer.from('body ü')))).toBe(hex(mac('', 'évt.1.body ü')))
  })

  test('finds two byte strings equal only when every byte and the length are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (left, right) => {
        expect(hmac.equalBytes(left, right)).toBe(hex(left) === hex(right))
        expect(hmac.equalBytes(left, Uint8Array.from(left))).toBe(true)
      }),
    )
    expect(hmac.equalBytes(new Uint8Array(2), new Uint8Array(3))).toBe(false)
    expect(hmac.equalBytes(new Uint8Array(3), new Uint8Array(2))).toBe(false)
  })

  test('reads the base64 it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (value) => {
        const text = hmac.toBase64(value)
        expect(text).toBe(Buffer.from(value).toString('base64'))
        expect(hex(hmac.fromBase64(text))).toBe(hex(value))
        expect(hex(hmac.fromBase64(text.replace(/=+$/, '')))).toBe(hex(value))
      }),
    )
  })
})

test('both give the same MAC for any key, prefix and body', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'binary' }),
      fc.oneof(fc.uint8Array({ maxLength: 500 }), fc.string({ unit: 'binary', maxLength: 500 })),
      (key, prefix, body) => {
        const [left, right] = [native.createMac(key), portable.createMac(key)]
        expect(hex(left(prefix, body))).toBe(hex(right(prefix, body)))
      },
    ),
  )
})

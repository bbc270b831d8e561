import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../models/test/support/any-character.ts'
import type { Hmac } from '../src/hmac.ts'
import * as native from '../src/hmac-node.ts'
import * as portable from '../src/hmac-portable.ts'
import { codeOf } from './code-of.ts'

const implementations: [name: string, hmac: Hmac][] = [
  ['node:crypto', native],
  ['portable', portable],
]

const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

describe.each(implementations)('the %s HMAC', (_name, hmac) => {
  test('computes the signature that Standard Webhooks publishes', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const mac = hmac.createMac(key)
    const signature = mac('msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}')
    expect(hmac.toBase64(signature)).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('signs a text like the bytes of the text', () => {
    const mac = hmac.createMac(new Uint8Array(32))
    expect(hex(mac('évt', '1', 'body ü'))).toBe(hex(mac('évt', '1', Buffer.from('body ü'))))
    expect(hex(mac('évt', '1', '\uFEFFbody'))).toBe(hex(mac('évt', '1', Buffer.from('\uFEFFbody'))))
  })

  test('finds two byte strings equal only if length and every byte are equal', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (left, right) => {
        expect(hmac.equalBytes(left, right)).toBe(hex(left) === hex(right))
        expect(hmac.equalBytes(left, Uint8Array.from(left))).toBe(true)
        for (const index of left.keys()) {
          const changed = left.with(index, (left[index] ?? 0) ^ 1)
          expect(hmac.equalBytes(left, changed)).toBe(false)
        }
      }),
    )
    expect(hmac.equalBytes(new Uint8Array(2), new Uint8Array(3))).toBe(false)
    expect(hmac.equalBytes(new Uint8Array(3), new Uint8Array(2))).toBe(false)
  })

  test('reads the base64 that it writes', () => {
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

test('both HMACs compute the same MAC for any key, id, time and text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: anyCharacter }),
      fc.nat({ max: 999_999_999_999 }),
      fc.string({ unit: anyCharacter, maxLength: 500 }),
      (key, id, seconds, text) => {
        const [left, right] = [native.createMac(key), portable.createMac(key)]
        const timestamp = String(seconds)
        for (const body of [text, Buffer.from(text)]) {
          expect(hex(left(id, timestamp, body))).toBe(hex(right(id, timestamp, body)))
        }
      },
    ),
  )
})

test('the portable HMAC refuses bytes that are not UTF-8, which it cannot sign unchanged', () => {
  const mac = portable.createMac(new Uint8Array(32))
  expect(codeOf(() => mac('evt_1', '1', Uint8Array.of(0xff)))).toBe('payload_not_utf8')
})

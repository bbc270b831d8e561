import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../models/test/support/any-character.ts'
import {
  diagnoseWebhook,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  verifyWebhookSignature,
  webhookErrorCodes,
} from '../src/index.ts'
import { codeOf } from './code-of.ts'

const now = () => 1_760_000_000_000
const id = fc.stringMatching(/^[!-~]{1,40}$/).filter((text) => !text.includes('.'))
const secret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((key) => `whsec_${Buffer.from(key).toString('base64')}`)
const body = fc.uint8Array({ maxLength: 300 })

describe('a signed delivery', () => {
  test('verifies as bytes and as text, and signed text also as its bytes', () => {
    fc.assert(
      fc.property(
        id,
        secret,
        body,
        fc.string({ unit: anyCharacter }),
        (id, secret, bytes, text) => {
          for (const body of [bytes, text]) {
            const headers = signWebhook({ id, body, secret, now })
            expect(verifyWebhookSignature({ body, headers, secret, now }).id).toBe(id)
          }
          const headers = signWebhook({ id, body: text, secret, now })
          const encoded = Buffer.from(text)
          expect(verifyWebhookSignature({ body: encoded, headers, secret, now }).id).toBe(id)
        },
      ),
    )
  })

  test('never verifies with any one byte of the body changed', () => {
    fc.assert(
      fc.property(
        secret,
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (secret, bytes, at, mask) => {
          const headers = signWebhook({ id: 'evt_1', body: bytes, secret, now })
          const index = at % bytes.length
          const changed = bytes.map((byte, position) => (position === index ? byte ^ mask : byte))
          const verify = () => verifyWebhookSignature({ body: changed, headers, secret, now })
          expect(codeOf(verify)).toBe('no_matching_signature')
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('never verifies with a byte of the body added or removed', () => {
    fc.assert(
      fc.property(
        secret,
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.nat(),
        fc.nat(255),
        (secret, bytes, at, added) => {
          const headers = signWebhook({ id: 'evt_1', body: bytes, secret, now })
          const index = at % bytes.length
          const [before, after] = [bytes.slice(0, index), bytes.slice(index)]
          for (const changed of [
            Uint8Array.from([...before, added, ...after]),
            Uint8Array.from([...before, ...after.slice(1)]),
          ]) {
            const verify = () => verifyWebhookSignature({ body: changed, headers, secret, now })
            expect(codeOf(verify)).toBe('no_matching_signature')
          }
        },
      ),
    )
  })

  test('never verifies with any one character of its three headers changed', () => {
    fc.assert(
      fc.property(
        id,
        secret,
        body,
        fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature'),
        fc.nat(),
        fc.stringMatching(/^[\x20-\x7e]$/),
        (id, secret, body, name, at, character) => {
          const headers = signWebhook({ id, body, secret, now })
          const value = headers[name] ?? ''
          const index = at % value.length
          fc.pre(value[index] !== character)
          const changed = value.slice(0, index) + character + value.slice(index + 1)
          const verify = () =>
            verifyWebhookSignature({ body, headers: { ...headers, [name]: changed }, secret, now })
          expect(webhookErrorCodes).toContain(codeOf(verify))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('never verifies with another secret', () => {
    fc.assert(
      fc.property(secret, secret, body, (secret, other, body) => {
        fc.pre(secret !== other)
        const headers = signWebhook({ id: 'evt_1', body, secret, now })
        const verify = () => verifyWebhookSignature({ body, headers, secret: other, now })
        expect(codeOf(verify)).toBe('no_matching_signature')
      }),
    )
  })
})

describe('any input', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    withObjectString: true,
  })
  const headerValue = fc.oneof(anything, fc.string(), fc.constant('1760000000'))
  const headers = fc.oneof(
    anything,
    fc.record({
      'webhook-id': headerValue,
      'webhook-timestamp': headerValue,
      'webhook-signature': fc.oneof(
        headerValue,
        fc.string().map((text) => `v1,${text}`),
      ),
    }),
  )
  const goodSecret = `whsec_${Buffer.alloc(32).toString('base64')}`
  const options = fc.record({
    body: fc.oneof(anything, fc.string(), fc.uint8Array()),
    headers,
    secret: fc.oneof(anything, fc.string(), fc.constant(goodSecret)),
    toleranceSeconds: fc.oneof(anything, fc.constant(undefined)),
    now: fc.oneof(anything, fc.constant(now)),
  })

  test('is refused with an error code', () => {
    fc.assert(
      fc.property(options, (input) => {
        expect(webhookErrorCodes).toContain(codeOf(() => verifyWebhook(input as VerifyOptions)))
      }),
      { numRuns: 3000 },
    )
  })

  test('is diagnosed without a further error', () => {
    fc.assert(
      fc.property(options, (input) => {
        const diagnosis = diagnoseWebhook(input as VerifyOptions)
        expect(diagnosis.verified).toBe(false)
        expect(diagnosis.findings.length).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })

  test('is refused with an error code even if it is signed correctly', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.uint8Array())
    fc.assert(
      fc.property(text, (body) => {
        const signed = signWebhook({ id: 'evt_1', body, secret: goodSecret, now })
        const verify = () => verifyWebhook({ body, headers: signed, secret: goodSecret, now })
        expect(codeOf(verify)).toMatch(/^payload_not_(utf8|json|event)$/)
      }),
    )
  })
})

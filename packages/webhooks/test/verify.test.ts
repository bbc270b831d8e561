import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  verifyWebhookSignature,
} from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { codeOf } from './code-of.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''
const previousSecret = secrets.previous ?? ''
const now = () => 1_760_000_000_000
const event = webhookFixture('meeting.booked')
const delivery = webhookDelivery(event, { secret, now })

const refusal = (change: Partial<{ [Key in keyof VerifyOptions]: unknown }>) =>
  codeOf(() => verifyWebhook({ ...delivery, secret, now, ...change } as VerifyOptions))

test('verifying a delivery returns its event', () => {
  expect(verifyWebhook({ ...delivery, secret, now })).toEqual(event)
})

test('the default clock is the system clock', () => {
  const freshDelivery = webhookDelivery(event, { secret })
  expect(verifyWebhook({ ...freshDelivery, secret })).toEqual(event)
  expect(codeOf(() => verifyWebhook({ ...delivery, secret }))).toBe('timestamp_too_old')
})

test('verifying a signature returns its id, its time and the index of the secret that matched', () => {
  expect(verifyWebhookSignature({ ...delivery, secrets: [previousSecret, secret], now })).toEqual({
    id: event.id,
    timestampSeconds: 1_760_000_000,
    secretIndex: 1,
  })
})

test('a signature over a body that is not an event verifies', () => {
  const headers = signWebhook({ id: 'evt_1', body: 'not JSON', secret, now })
  const options = { body: 'not JSON', headers, secret, now }
  expect(verifyWebhookSignature(options).id).toBe('evt_1')
  expect(codeOf(() => verifyWebhook(options))).toBe('payload_not_json')
})

describe('the body', () => {
  const bytes = new TextEncoder().encode(delivery.body)
  const largerBuffer = new Uint8Array(bytes.length + 8)
  largerBuffer.set(bytes, 4)

  test.each([
    ['a string', delivery.body],
    ['a Uint8Array', bytes],
    ['a Buffer', Buffer.from(delivery.body)],
    ['an ArrayBuffer', bytes.buffer],
    ['a part of a larger buffer', largerBuffer.subarray(4, 4 + bytes.length)],
    ['a DataView', new DataView(largerBuffer.buffer, 4, bytes.length)],
  ])('may be %s', (_form, body) => {
    expect(
      verifyWebhook({ body: body as Uint8Array, headers: delivery.headers, secret, now }),
    ).toEqual(event)
  })

  test.each([
    ['a parsed object', event, 'parsed_body'],
    ['a parsed list', [event], 'parsed_body'],
    ['a parsed number', 7, 'parsed_body'],
    ['a parsed boolean', false, 'parsed_body'],
    ['a parsed form', new URLSearchParams('a=b'), 'parsed_body'],
    ['undefined', undefined, 'missing_body'],
    ['null', null, 'missing_body'],
    ['a Request', new Request('https://example.com', { method: 'POST', body: 'x' }), 'unread_body'],
    ['a web stream', new Response('x').body, 'unread_body'],
    ['a Blob', new Blob(['x']), 'unread_body'],
    ['a Node stream', Readable.from(['x']), 'unread_body'],
    ['a promise', Promise.resolve('x'), 'unread_body'],
    ['a method', () => 'x', 'unread_body'],
  ])('is refused when it is %s', (_form, body, code) => {
    expect(refusal({ body })).toBe(code)
  })

  test('is missing if its buffer was transferred to another thread', () => {
    const { buffer } = new Uint8Array(bytes)
    structuredClone(buffer, { transfer: [buffer] })
    expect(refusal({ body: buffer })).toBe('missing_body')
  })
})

describe('the headers', () => {
  const pairs = Object.entries(delivery.headers)
  const inCapitals = pairs.map(([name, value]) => [name.toUpperCase(), value] as const)

  test.each([
    ['a Headers object', new Headers(delivery.headers)],
    [
      'an object with further headers',
      { host: 'example.com', cookie: undefined, ...delivery.headers },
    ],
    ['an object with names in capitals', Object.fromEntries(inCapitals)],
    ['an object without prototype', Object.assign(Object.create(null), delivery.headers)],
    ['an object of lists', Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))],
    ['a Map', new Map(pairs)],
    ['a Map with names in capitals', new Map(inCapitals)],
    ['a list of pairs', pairs],
    ['a list of pairs with names in capitals', inCapitals],
    [
      'an object with only a get method',
      { get: (name: string) => new Headers(delivery.headers).get(name) },
    ],
    ['an iterator of pairs', new Map(pairs).entries()],
  ])('may be %s', (_form, headers) => {
    expect(verifyWebhook({ body: delivery.body, headers, secret, now })).toEqual(event)
  })

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'webhook-id: evt_1'],
    ['a number', 7],
    ['an iterator that is not iterable', { next: () => ({ done: true }), [Symbol.iterator]: 7 }],
    [
      'an object that throws',
      {
        get: () => {
          throw new Error('no')
        },
      },
    ],
  ])('are refused when they are %s', (_form, headers) => {
    expect(refusal({ headers })).toBe('unsupported_headers')
  })

  test.each([
    ['an empty object', {}],
    ['a list of names', ['webhook-id', 'evt_1']],
    ['a list of other things', [null, 7, [8, 9], 'x']],
    ['empty lists', { 'webhook-id': [] }],
    ['null values', { 'webhook-id': null }],
  ])('are missing in %s', (_form, headers) => {
    expect(refusal({ headers })).toBe('missing_header')
  })

  test('that are not text are refused', () => {
    const { headers } = delivery
    expect(refusal({ headers: { ...headers, 'webhook-id': 7 } })).toBe('malformed_header')
    const signatures = [headers['webhook-signature'], 7]
    expect(refusal({ headers: { ...headers, 'webhook-signature': signatures } })).toBe(
      'malformed_header',
    )
  })

  test('that occur twice are refused, except for the signature, which is a list', () => {
    const { headers } = delivery
    const refusalWith = (name: string, values: unknown) =>
      refusal({ headers: { ...headers, [name]: values } })
    expect(refusalWith('webhook-id', [event.id, event.id])).toBe('malformed_header')
    expect(refusalWith('webhook-timestamp', ['1760000000', '1760000000'])).toBe('malformed_header')
    const refusalWithExtra = (name: string, value: string) =>
      refusal({ headers: [...pairs, [name, value] as const] })
    expect(refusalWithExtra('Webhook-Id', event.id)).toBe('malformed_header')
    expect(refusalWithExtra('webhook-timestamp', '1760000000')).toBe('malformed_header')
    const joinedHeaders = new Headers(headers)
    joinedHeaders.append('webhook-id', event.id)
    expect(refusal({ headers: joinedHeaders })).toBe('malformed_header')
    const lines = [['webhook-signature', 'v1,AAAA'] as const, ...pairs]
    expect(verifyWebhook({ body: delivery.body, headers: lines, secret, now })).toEqual(event)
    const signatures = ['v1,AAAA', headers['webhook-signature']]
    expect(
      verifyWebhook({
        body: delivery.body,
        headers: { ...headers, 'webhook-signature': signatures },
        secret,
        now,
      }),
    ).toEqual(event)
    const combined = new Headers(headers)
    combined.append('webhook-signature', 'v1,AAAA')
    expect(verifyWebhook({ body: delivery.body, headers: combined, secret, now })).toEqual(event)
  })
})

describe('the options', () => {
  test.each([
    ['toleranceSeconds', Number.NaN],
    ['toleranceSeconds', -1],
    ['toleranceSeconds', Number.POSITIVE_INFINITY],
    ['toleranceSeconds', '300'],
    ['now', () => Number.NaN],
    ['now', () => undefined],
    ['now', 1_760_000_000_000],
  ])('%s is refused when it is %s', (name, value) => {
    expect(refusal({ [name]: value })).toBe('invalid_option')
  })

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', {}],
  ])('the secret is missing when it is %s', (_form, wrong) => {
    expect(refusal({ secret: wrong })).toBe('missing_secret')
    expect(refusal({ secret: undefined, secrets: [wrong] })).toBe('missing_secret')
  })

  test('secrets is refused when it is not a list or is empty', () => {
    expect(refusal({ secret: undefined, secrets: secret })).toBe('missing_secret')
    expect(refusal({ secret: undefined, secrets: [] })).toBe('missing_secret')
  })

  test('an invalid secret among valid ones is refused, not ignored', () => {
    expect(refusal({ secret: undefined, secrets: [secret, 'whsec_...'] })).toBe('secret_not_base64')
  })
})

test('deliveries verify with more secrets than the cache keeps', () => {
  const manySecrets = Array.from(
    { length: 600 },
    (_, index) => `whsec_${Buffer.alloc(32, String(index)).toString('base64')}`,
  )
  const ids = [...manySecrets, ...manySecrets].map((each) => {
    const signed = webhookDelivery(event, { secret: each, now })
    return verifyWebhook({ ...signed, secret: each, now }).id
  })
  expect(ids).toEqual(Array.from({ length: 1200 }, () => event.id))
})

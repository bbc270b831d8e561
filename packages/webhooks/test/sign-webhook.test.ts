import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import {
  generateWebhookSecret,
  type SignOptions,
  signWebhook,
  verifyWebhookSignature,
} from '../src/index.ts'
import { codeOf } from './code-of.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''
const previousSecret = secrets.previous ?? ''

test('the example of the Standard Webhooks specification gets the signature that the specification states', () => {
  expect(
    signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
      secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('by default, the timestamp is the time of the clock, in whole seconds', () => {
  const headers = signWebhook({ id: 'evt_1', body: '', secret, now: () => 1_760_000_000_999 })
  expect(headers['webhook-timestamp']).toBe('1760000000')
})

test('the timestamp may be a Date', () => {
  const timestamp = new Date(1_760_000_000_999)
  const headers = signWebhook({ id: 'evt_1', body: '', secret, timestamp })
  expect(headers['webhook-timestamp']).toBe('1760000000')
})

test.each([0, 999_999_999_999])('the timestamp may be %d', (timestamp) => {
  const headers = signWebhook({ id: 'evt_1', body: '', secret, timestamp })
  expect(headers['webhook-timestamp']).toBe(String(timestamp))
})

test('text and its bytes get the same signature', () => {
  const sign = (body: SignOptions['body']) =>
    signWebhook({ id: 'evt_1', timestamp: 1, body, secret })
  expect(sign(Buffer.from('Zoë'))).toEqual(sign('Zoë'))
  expect(sign(new TextEncoder().encode('Zoë').buffer)).toEqual(sign('Zoë'))
})

test('standardwebhooks accepts the signature, with either secret of a rotation', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_760_000_000_000)
  const headers = signWebhook({ id: 'evt_1', body: '{"a":"é"}', secrets: [secret, previousSecret] })
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  expect(new Webhook(secret).verify('{"a":"é"}', headers)).toEqual({ a: 'é' })
  expect(new Webhook(previousSecret).verify('{"a":"é"}', headers)).toEqual({ a: 'é' })
  vi.restoreAllMocks()
})

describe('signing refuses input that is not valid', () => {
  test.each([
    ['id', ''],
    ['id', 'evt.1'],
    ['id', 'evt 1'],
    ['id', 'evt_1\r\nx: y'],
    ['id', 'évt'],
    ['id', undefined],
    ['timestamp', 1.5],
    ['timestamp', -1],
    ['timestamp', Number.NaN],
    ['timestamp', new Date(Number.NaN)],
    ['timestamp', 1e12],
    ['timestamp', '1760000000'],
  ])('%s %j', (name, value) => {
    const options = { id: 'evt_1', body: '', secret, [name]: value } as SignOptions
    expect(codeOf(() => signWebhook(options))).toBe('invalid_option')
    expect(() => signWebhook(options)).toThrow(new RegExp(`\\b${name}\\b`))
  })

  test('a parsed body', () => {
    const options = { id: 'evt_1', body: { parsed: true }, secret } as unknown as SignOptions
    expect(codeOf(() => signWebhook(options))).toBe('parsed_body')
  })
})

test('a generated secret has 32 random bytes, and signs', () => {
  const [one, two] = [generateWebhookSecret(), generateWebhookSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(one).not.toBe(two)
  const signed = { body: 'x', headers: signWebhook({ id: 'evt_1', body: 'x', secret: one }) }
  expect(verifyWebhookSignature({ ...signed, secret: one }).id).toBe('evt_1')
  expect(codeOf(() => verifyWebhookSignature({ ...signed, secret: two }))).toBe(
    'no_matching_signature',
  )
})

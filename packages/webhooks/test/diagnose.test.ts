import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type DiagnoseOptions, diagnoseWebhook, signWebhook } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { SIGNED_AT, signature } from './vectors/delivery.ts'
import { secrets } from './vectors/secrets.ts'

const secret = secrets.current ?? ''
const now = () => SIGNED_AT * 1000
const event = webhookFixture('lead.captured', { data: { object: { first_name: 'Zoë' } } })
const delivery = webhookDelivery(event, { secret, now })

/** Returns the causes that the diagnosis finds, and checks that each has a sentence of advice. */
function causesOf(change: Partial<DiagnoseOptions>): string[] {
  const { findings } = diagnoseWebhook({ ...delivery, secret, now, ...change } as DiagnoseOptions)
  for (const { advice } of findings) expect(advice).toMatch(/^.{40,}\.$/)
  return findings.map(({ cause, certain }) => `${cause}, ${certain ? 'certain' : 'likely'}`)
}

test('a delivery that verifies needs no diagnosis', () => {
  expect(diagnoseWebhook({ ...delivery, secret, now })).toEqual({ verified: true, findings: [] })
})

test('headers from an iterator can be diagnosed', () => {
  const headers = new Map(Object.entries(delivery.headers)).entries()
  expect(causesOf({ headers, secret: secrets.foreign ?? '' })).toEqual(['wrong_secret, likely'])
})

describe('the diagnosis finds that the body', () => {
  const signedAs = (body: string, received: DiagnoseOptions['body']) =>
    causesOf({ body: received, headers: signWebhook({ id: event.id, body, secret, now }) })
  const compact = JSON.stringify(event)
  const pretty = JSON.stringify(event, null, 2)
  // No JSON writer would produce this text again.
  const oddText = JSON.stringify(event, null, 3)

  test.each([
    ['was parsed and written again without spaces', pretty, compact],
    ['was parsed and written again with spaces', compact, pretty],
    ['was parsed and written again with tabs', compact, JSON.stringify(event, null, '\t')],
    ['was written with tabs and parsed', JSON.stringify(event, null, '\t'), compact],
    ['lost its last newline', `${oddText}\n`, oddText],
    ['got a newline at the end', oddText, `${oddText}\n`],
    ['got other line endings', oddText, oddText.replaceAll('\n', '\r\n')],
    ['lost its carriage returns', oddText.replaceAll('\n', '\r\n'), oddText],
    ['lost its byte order mark', `\uFEFF${oddText}`, oddText],
  ])('%s, with certainty', (_change, sent, received) => {
    expect(signedAs(sent, received)).toEqual(['body_changed, certain'])
    expect(signedAs(sent, Buffer.from(received))).toEqual(['body_changed, certain'])
  })

  test('is probably still compressed', () => {
    expect(signedAs(compact, gzipSync(compact))).toEqual([
      'body_compressed, likely',
      'wrong_secret, likely',
    ])
  })

  test.each([
    [0x1f, 0x20],
    [0x20, 0x8b],
  ])('is not compressed if only one of its first two bytes is as in gzip', (...bytes) => {
    expect(causesOf({ body: Uint8Array.from(bytes) })).not.toContain('body_compressed, likely')
  })

  test('has as many bytes as content-length says, even if the body is text', () => {
    const headers = { ...delivery.headers, 'content-length': String(Buffer.byteLength(compact)) }
    expect(compact.length).toBeLessThan(Buffer.byteLength(compact))
    for (const body of [compact, Buffer.from(compact)]) {
      expect(causesOf({ body, headers, secret: secrets.foreign ?? '' })).toEqual([
        'wrong_secret, likely',
      ])
    }
  })

  test('was changed, if one of several secrets is right', () => {
    const options = { secret: undefined, secrets: [secrets.foreign ?? '', secret] }
    expect(causesOf({ ...options, body: `${delivery.body}\n` })).toEqual(['body_changed, certain'])
  })

  test('was probably read in the wrong encoding', () => {
    const misreadBody = Buffer.from(compact, 'latin1').toString('utf8')
    expect(signedAs(compact, misreadBody)).toEqual(['body_misread, likely', 'wrong_secret, likely'])
  })

  test('is shorter than content-length says', () => {
    const headers = { ...delivery.headers, 'content-length': '9999' }
    expect(causesOf({ body: compact.slice(1), headers })).toEqual([
      'body_changed, likely',
      'wrong_secret, likely',
    ])
  })

  test('may be unchanged if content-length is not a number', () => {
    const headers = { ...delivery.headers, 'content-length': 'unknown' }
    expect(causesOf({ body: compact.slice(1), headers })).toEqual(['wrong_secret, likely'])
  })

  test('was parsed', () => {
    const diagnosis = diagnoseWebhook({ ...delivery, body: event as never, secret, now })
    const findings = [{ cause: 'set_up', certain: true }]
    expect(diagnosis).toMatchObject({ code: 'parsed_body', findings })
  })
})

describe('the diagnosis finds that the secret', () => {
  test('is probably a different one', () => {
    expect(causesOf({ secret: secrets.foreign ?? '' })).toEqual(['wrong_secret, likely'])
  })

  test('of another environment signed the delivery, and names the environment', () => {
    const { findings } = diagnoseWebhook({
      ...delivery,
      secret: secrets.foreign ?? '',
      now,
      otherSecrets: { staging: secrets.previous ?? '', production: secret },
    })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ cause: 'other_secret', certain: true })
    expect(findings[0]?.advice).toContain('production')
  })

  test('of another environment is malformed, and names the environment', () => {
    const otherSecrets = { staging: 'whsec_...' }
    const secret = secrets.foreign ?? ''
    const { findings } = diagnoseWebhook({ ...delivery, secret, now, otherSecrets })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ cause: 'set_up', certain: true })
    expect(findings[0]?.advice).toMatch(/^otherSecrets\.staging: The secret is not base64/)
  })

  test('was not decoded by the sender', () => {
    const body = delivery.body
    const keys = [secret, secret.slice('whsec_'.length)]
    const results = keys.map((text) => {
      const literal = Buffer.from(text).toString('base64')
      return causesOf({ headers: signWebhook({ id: event.id, body, secret: literal, now }) })
    })
    expect(results).toEqual([['secret_not_decoded, certain'], ['secret_not_decoded, certain']])
  })

  test('has white space', () => {
    const diagnosis = diagnoseWebhook({ ...delivery, secret: `${secret}\n`, now })
    const findings = [{ cause: 'set_up', certain: true }]
    expect(diagnosis).toMatchObject({ code: 'secret_whitespace', findings })
  })
})

describe('the diagnosis finds that the time', () => {
  test('is off by so many seconds', () => {
    const lateDiagnosis = diagnoseWebhook({
      ...delivery,
      secret,
      now: () => (SIGNED_AT + 400) * 1000,
    })
    expect(lateDiagnosis).toMatchObject({ verified: false, code: 'timestamp_too_old' })
    expect(lateDiagnosis.findings).toMatchObject([{ cause: 'clock_skew', certain: true }])
    expect(lateDiagnosis.findings[0]?.advice).toMatch(/400 s ahead.* held back or replayed\.$/)
    const earlyDiagnosis = diagnoseWebhook({
      ...delivery,
      secret,
      now: () => (SIGNED_AT - 400) * 1000,
    })
    expect(earlyDiagnosis.findings[0]?.advice).toMatch(
      /400 s behind.* the clock of the sender is wrong\.$/,
    )
  })

  test('is off, and the secret is wrong too', () => {
    expect(
      causesOf({ secret: secrets.foreign ?? '', now: () => (SIGNED_AT + 400) * 1000 }),
    ).toEqual(['clock_skew, certain', 'wrong_secret, likely'])
  })

  test('is off, and one of several secrets is right', () => {
    const options = { secret: undefined, secrets: [secrets.foreign ?? '', secret] }
    expect(causesOf({ ...options, now: () => (SIGNED_AT + 400) * 1000 })).toEqual([
      'clock_skew, certain',
    ])
  })

  test('is off, and the signature has no known form', () => {
    const headers = { ...delivery.headers, 'webhook-signature': 'v2,x' }
    expect(causesOf({ headers, now: () => (SIGNED_AT + 400) * 1000 })).toEqual([
      'clock_skew, certain',
      'set_up, certain',
    ])
  })

  test('is in milliseconds', () => {
    const headers = {
      ...delivery.headers,
      'webhook-timestamp': `${SIGNED_AT}000`,
      'webhook-signature': signature('current', event.id, `${SIGNED_AT}000`, delivery.body),
    }
    expect(causesOf({ headers })).toEqual(['timestamp_in_milliseconds, certain'])
    for (const malformed of ['today', `x${SIGNED_AT}000`, `${SIGNED_AT}000x`]) {
      const wrongHeaders = { ...headers, 'webhook-timestamp': malformed }
      expect(causesOf({ headers: wrongHeaders })).toEqual(['set_up, certain'])
    }
  })
})

test('an error thrown by an option is not swallowed', () => {
  const brokenClock = () => {
    throw new RangeError('broken clock')
  }
  expect(() => diagnoseWebhook({ ...delivery, secret, now: brokenClock })).toThrow('broken clock')
  const otherSecrets = {
    get staging(): string {
      throw new RangeError('broken vault')
    },
  }
  const foreignOptions = { ...delivery, secret: secrets.foreign ?? '', now, otherSecrets }
  expect(() => diagnoseWebhook(foreignOptions)).toThrow('broken vault')
})

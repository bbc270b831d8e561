import { describe, expect, test } from 'vitest'
import { receiverError, receiverTexts, verificationError, verificationTexts } from '../src/error.ts'
import {
  diagnoseWebhook,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  webhookErrorCodes,
} from '../src/index.ts'
import { secretsOf } from '../src/secret.ts'
import { ID } from './vectors/delivery.ts'
import { inputOf } from './vectors/vector.ts'
import { vectors } from './vectors/vectors.ts'

test('an error has its code, its message, and its cause if there is one', () => {
  const cause = new Error('underlying')
  const error = new WebhookError('missing_header', 'A header is missing.', { cause })
  expect(error).toBeInstanceOf(Error)
  expect(error.name).toBe('WebhookError')
  expect(error.code).toBe('missing_header')
  expect(error.message).toBe('A header is missing.')
  expect(error.cause).toBe(cause)
  expect(new WebhookError('missing_body', 'There is no body.')).not.toHaveProperty('cause')
})

test('the message of an error ends with the detail that is given, such as the name of a header', () => {
  expect(verificationError('missing_header', 'webhook-id').message).toMatch(/ \(webhook-id\)\.$/)
  expect(receiverError('body_too_large', '5 bytes').message).toMatch(/ \(5 bytes\)\.$/)
})

test('every code has its own sentences', () => {
  const texts = Object.values({ ...verificationTexts, ...receiverTexts })
  expect(texts).toHaveLength(webhookErrorCodes.length)
  expect(new Set(texts).size).toBe(texts.length)
  // The problem comes first, and then the remedy.
  for (const text of texts) expect(text).toMatch(/^[A-Za-z][^.]+\. [A-Z].+[^.]$/)
})

describe('no error contains a secret or a payload', () => {
  const messageOf = (call: () => unknown): string => {
    try {
      return JSON.stringify(call())
    } catch (error) {
      const { message, stack, cause } = error as Error
      return `${message} ${stack} ${JSON.stringify(error)} ${JSON.stringify(cause)}`
    }
  }

  test('for any of the vectors', () => {
    const failingVectors = vectors.filter((vector) => vector.expect !== 'valid')
    expect(failingVectors.length).toBeGreaterThan(100)
    for (const vector of failingVectors) {
      const input = inputOf(vector)
      const text = messageOf(() => verifyWebhook(input)) + messageOf(() => diagnoseWebhook(input))
      for (const secret of secretsOf(input).map(String)) {
        if (secret.length > 8) expect(text).not.toContain(secret.trim())
      }
      for (const part of ['we_1', ID]) expect(text).not.toContain(part)
    }
  })

  test('not even if JSON.parse quotes the payload', () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
    const body = '{"email": ada@example.com}'
    const options: VerifyOptions = {
      body,
      headers: signWebhook({ id: 'evt_1', body, secret }),
      secret,
    }
    expect(() => JSON.parse(body)).toThrow('ada@')
    expect(messageOf(() => verifyWebhook(options))).not.toContain('ada@')
  })
})

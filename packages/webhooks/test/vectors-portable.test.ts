import { Buffer, isUtf8 } from 'node:buffer'
import { afterAll, expect, test, vi } from 'vitest'
import type { Vector } from './vectors/vector.ts'

// Test files share modules, so another file may have loaded these modules with the HMAC of Node.
vi.resetModules()
vi.mock('#hmac', () => import('../src/hmac-portable.ts'))
afterAll(() => vi.resetModules())

const { createMac } = await import('#hmac')
const { verifyWebhook, WebhookError } = await import('../src/index.ts')
const { bodyOf, inputOf } = await import('./vectors/vector.ts')
const { vectors } = await import('./vectors/vectors.ts')

/** The outcome with `standardwebhooks`, which signs only texts, and writes the timestamp as a number. */
function expectedOutcomeOf(vector: Vector): string {
  const isSigned = /^(valid|no_matching_signature|payload_.*)$/.test(vector.expect)
  if (isSigned && /^0./.test(vector.headers['webhook-timestamp'] ?? ''))
    return 'malformed_timestamp'
  return isSigned && !isUtf8(Buffer.from(bodyOf(vector))) ? 'payload_not_utf8' : vector.expect
}

test('without node:crypto, the vectors produce the same results, except for bodies that are no text and timestamps with a leading zero', async () => {
  expect(createMac).toBe((await import('../src/hmac-portable.ts')).createMac)
  const outcomes = vectors.map((vector) => {
    try {
      verifyWebhook(inputOf(vector))
      return [vector.name, 'valid']
    } catch (error) {
      return [vector.name, error instanceof WebhookError ? error.code : `uncoded: ${error}`]
    }
  })
  expect(outcomes).toEqual(vectors.map((vector) => [vector.name, expectedOutcomeOf(vector)]))
  expect(outcomes.length).toBeGreaterThan(300)
  const differentVectors = vectors.filter((vector) => expectedOutcomeOf(vector) !== vector.expect)
  expect(differentVectors.length).toBeLessThan(40)
})

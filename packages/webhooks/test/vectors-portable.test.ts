import { expect, test, vi } from 'vitest'

vi.mock('#hmac', () => import('../src/hmac-portable.ts'))

const { createMac } = await import('#hmac')
const { verifyWebhook, WebhookError } = await import('../src/index.ts')
const { inputOf } = await import('./vectors/vector.ts')
const { vectors } = await import('./vectors/vectors.ts')

test('the vectors come out alike without node:crypto', async () => {
  expect(createMac).toBe((await import('../src/hmac-portable.ts')).createMac)
  const outcomes = vectors.map((vector) => {
    try {
      verifyWebhook(inputOf(vector))
      return [vector.name, 'valid']
    } catch (error) {
      return [vector.name, error instanceof WebhookError ? error.code : `uncoded: ${error}`]
    }
  })
  expect(outcomes).toEqual(vectors.map(({ name, expect }) => [name, expect]))
  expect(outcomes.length).toBeGreaterThan(300)
})

import { API_VERSION, eventTypes, limits } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { memoryDedupeStore, verifyWebhook } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { codeOf } from './code-of.ts'

const secret = `whsec_${'A'.repeat(32)}`

describe('the facts of the contract that this package repeats', () => {
  test('include the tolerance of a signature', () => {
    const event = webhookFixture('webhook.test')
    const delivery = webhookDelivery(event, { secret, now: () => 0 })
    const verifyAfter = (seconds: number) =>
      verifyWebhook({ ...delivery, secret, now: () => seconds * 1_000 })
    expect(verifyAfter(limits.webhookToleranceSeconds)).toEqual(event)
    expect(codeOf(() => verifyAfter(limits.webhookToleranceSeconds + 1))).toBe('timestamp_too_old')
  })

  test('include the version of the events', () => {
    expect(eventTypes.length).toBeGreaterThan(9)
    for (const type of eventTypes) expect(webhookFixture(type).api_version).toBe(API_VERSION)
  })

  test('include how long a delivery is tried: the memory store remembers a handled event for longer', async () => {
    let now = 0
    const store = memoryDedupeStore({ now: () => now })
    const claim = await store.claim('evt_1')
    if (claim.status !== 'claimed') expect.fail('a new event was not claimed')
    await store.complete('evt_1', claim.token)
    now = limits.webhookRetrySeconds.reduce((sum, seconds) => sum + seconds, 0) * 1_000
    expect(await store.claim('evt_1')).toEqual({ status: 'done' })
  })
})

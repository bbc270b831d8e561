import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import {
  type EndpointData,
  endpoints,
  type StoredEndpoint,
} from '../../src/collections/webhook-endpoint.ts'
import { silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import { storeEndpointHealth } from '../../src/webhooks/store-endpoint-health.ts'

const hour = 3_600_000

/** Stores an endpoint with the given data. `judge` judges its health by the status of an answer. */
async function setUp(given: Partial<EndpointData> = {}) {
  const store = memoryStore()
  await store.migrate(schemaPlan)
  const data: EndpointData = {
    url: 'https://a.example',
    description: '',
    events: ['*'],
    disabled_reason: null,
    failing_since: null,
    secrets: [],
    ...given,
  }
  const columns = { workspace: 'ws_1', created_at: 0, updated_at: 0, enabled: 1 }
  await store.commit([endpoints.insert('we_1', columns, data)])
  const warnings: object[] = []
  const logger = { ...silentLogger, warn: (facts: object) => void warnings.push(facts) }
  const services = { store, logger } as unknown as Services
  const stored = async () => (await endpoints.get(store, 'ws_1', 'we_1')) as StoredEndpoint
  return {
    store,
    warnings,
    stored,
    judge: (seen: StoredEndpoint, status: number, now: number) =>
      storeEndpointHealth(
        services,
        seen,
        { status } as Parameters<typeof storeEndpointHealth>[2],
        now,
      ),
  }
}

test('the returned endpoint equals the stored one', async () => {
  const { stored, judge } = await setUp()
  const failing = await judge(await stored(), 500, hour)
  expect(failing).toMatchObject({ columns: { enabled: 1 }, data: { failing_since: hour } })
  expect(failing).toEqual(await stored())
  const off = await judge(failing as StoredEndpoint, 410, 2 * hour)
  expect(off).toMatchObject({ columns: { enabled: 0 }, data: { disabled_reason: 'gone' } })
  expect(off).toEqual(await stored())
})

test.each([
  ['a success of an endpoint that works', null, 204],
  ['a further failure of an endpoint that has failed', 0, 500],
])('%s writes nothing', async (_what, failing_since, status) => {
  const { stored, judge } = await setUp({ failing_since })
  const seen = await stored()
  expect(await judge(seen, status, hour)).toEqual(seen)
  expect(await stored()).toEqual(seen)
})

test('an endpoint that was changed in the meantime is judged by its new state', async () => {
  const { store, stored, judge } = await setUp()
  const seen = await stored()
  const data = { ...seen.data, description: 'Orders' }
  await store.commit([endpoints.patch('ws_1', 'we_1', { data })])
  expect(await judge(seen, 410, hour)).toEqual(await stored())
  expect(await stored()).toMatchObject({
    columns: { enabled: 0 },
    data: { description: 'Orders', disabled_reason: 'gone' },
  })
})

test('the log names an endpoint that is disabled and the reason, but no endpoint that only fails', async () => {
  const { stored, judge, warnings } = await setUp()
  await judge(await stored(), 500, hour)
  expect(warnings).toEqual([])
  await judge(await stored(), 410, hour)
  expect(warnings).toEqual([{ endpoint: 'we_1', reason: 'gone' }])
})

import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { requests } from '../../src/collections/logged-request.ts'
import { until } from '../support/faulty-store.ts'
import { overStores } from '../support/stores.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

const sweptCollections = collections.filter(({ plan }) => typeof plan.retention !== 'string').length

overStores((openStore) => {
  test('a worker that is always busy still removes old rows', async () => {
    const inner = openStore()
    const searched = new Set<string>()
    const store: Store = {
      ...inner,
      async deleteMany(query) {
        const result = await inner.deleteMany(query)
        searched.add(query.in)
        return result
      },
    }
    let closedRequests = 0
    const { kit, receiver } = await createDeliveryKit({
      store,
      answer: (response) => response.on('close', () => closedRequests++),
    })
    const countRequests = async () => {
      const measures = { rows: { op: 'count' } } as const
      const [row] = await kit.store.aggregate({ in: requests.plan.name, where: [], measures })
      return row?.values.rows ?? 0
    }
    await kit.say()
    await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    kit.clock.advance(3_000)
    await kit.doorkit.worker.start()
    await until(() => receiver.received.length === 1)
    expect(await countRequests()).toBeGreaterThan(0)
    // No other sweep starts while the first one runs.
    await until(() => searched.size === sweptCollections)
    kit.clock.advance(400 * 86_400_000)
    await until(async () => (await countRequests()) === 0)
    expect(closedRequests).toBe(0)
  })
})

import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { requests } from '../../src/collections/logged-request.ts'
import { until } from '../support/faulty-store.ts'
import { forBothStores } from '../support/stores.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

const forgotten = collections.filter(({ plan }) => typeof plan.retention !== 'string').length

forBothStores((openStore) => {
  test('a worker that is always busy still removes old rows', async () => {
    const opened = openStore()
    const looked = new Set<string>()
    const store: Store = {
      ...opened,
      async deleteMany(query) {
        const result = await opened.deleteMany(query)
        looked.add(query.in)
        return result
      },
    }
    let givenUp = 0
    const { kit, receiver } = await createDeliveryKit({
      store,
      answer: (response) => response.on('close', () => givenUp++),
    })
    const count = async () => {
      const measures = { rows: { op: 'count' } } as const
      const [row] = await kit.store.aggregate({ in: requests.plan.name, where: [], measures })
      return row?.values.rows ?? 0
    }
    await kit.say()
    await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    kit.clock.advance(3_000)
    await kit.doorkit.worker.start()
    await until(() => receiver.received.length === 1)
    expect(await count()).toBeGreaterThan(0)
    // The sweep at the start lets other work run first. While it runs, no other sweep starts.
    await until(() => looked.size === forgotten)
    kit.clock.advance(400 * 86_400_000)
    await until(async () => (await count()) === 0)
    expect(givenUp).toBe(0)
  })
})

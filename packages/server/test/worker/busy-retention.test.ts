import { expect, test } from 'vitest'
import { requests } from '../../src/collections/request.ts'
import { until } from '../support/faulty-store.ts'
import { forEachStore } from '../support/stores.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

forEachStore((openStore) => {
  test('what is old is forgotten by a worker that is never without work', async () => {
    const { kit, receiver } = await createDeliveryKit({ store: openStore(), answer: () => {} })
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
    kit.clock.advance(400 * 86_400_000)
    await until(async () => (await count()) === 0)
    expect(receiver.received).toHaveLength(1)
  })
})

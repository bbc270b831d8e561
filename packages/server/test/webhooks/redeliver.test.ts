import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import type { StoredDelivery } from '../../src/collections/delivery.ts'
import { queueAgain } from '../../src/webhooks/redeliver.ts'

test('a delivery whose event no longer exists is queued again without automatic attempts', async () => {
  const store = { get: async () => [null] } as unknown as Store
  const delivery = { id: 'whd_1', rev: 1, columns: { updated_at: 5 }, data: {} } as StoredDelivery
  const { ops } = await queueAgain({ store }, delivery, null, { at: 7, now: 5 })
  expect(ops).toMatchObject([
    { op: 'patch', id: 'whd_1', set: { status: 'queued', updated_at: 7 }, data: { next_at: 5 } },
    { op: 'insert', row: { id: 'whd_1', data: { automatic: 0, automatic_at: null, manual: 1 } } },
  ])
})

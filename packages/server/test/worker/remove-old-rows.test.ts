import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { removeOldRows } from '../../src/worker/remove-old-rows.ts'

const sweptCollections = collections.filter(({ plan }) => typeof plan.retention !== 'string').length

test('a sweep looks for old rows only in the collections that remove them, in at most 1,000 batches each', async () => {
  const searched: string[] = []
  const deleteMany: Store['deleteMany'] = async (query) => {
    searched.push(query.in)
    return { changed: 1, more: query.in === 'events' }
  }
  await removeOldRows({ store: { deleteMany } as Store }, 0)
  expect(new Set(searched).size).toBe(sweptCollections)
  expect(searched.filter((name) => name === 'events')).toHaveLength(1_000)
  expect(searched).toHaveLength(1_000 + sweptCollections - 1)
})

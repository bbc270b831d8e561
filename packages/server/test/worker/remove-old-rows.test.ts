import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { removeOldRows } from '../../src/worker/remove-old-rows.ts'

const collectionsWithAge = collections.filter(
  ({ plan }) => typeof plan.retention !== 'string',
).length

test('the worker never looks for old rows in a collection that keeps them forever, and takes at most 200 steps in any other', async () => {
  const searched: string[] = []
  const deleteMany: Store['deleteMany'] = async (query) => {
    searched.push(query.in)
    return { changed: 1, more: query.in === 'events' }
  }
  await removeOldRows({ store: { deleteMany } as Store }, 0)
  expect(new Set(searched).size).toBe(collectionsWithAge)
  expect(searched.filter((name) => name === 'events')).toHaveLength(200)
  expect(searched).toHaveLength(200 + collectionsWithAge - 1)
})

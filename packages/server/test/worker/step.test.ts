import { expect, test } from 'vitest'
import type { Collection } from '../../src/collections/collection.ts'
import type { TypedRow } from '../../src/collections/declare-collection.ts'
import type { Services } from '../../src/services/services.ts'
import { defineBatchStep, defineStep } from '../../src/worker/step.ts'

type Columns = { due_at: number }
const services = {} as Services
const row = (id: string) => ({ id, rev: 1, columns: { due_at: 0 }, data: null })
const lease = { token: 'mine', places: 1, mayGoOn: () => true }

const collectionOn = (...indexes: (readonly string[])[]) =>
  ({
    plan: { name: 'rows', indexes: indexes.map((on) => ({ name: `rows_${on.join('_')}`, on })) },
  }) as unknown as Collection<Columns, null>

const limits = { leaseMs: 1, concurrency: 1 }

test('a step looks for due rows through the index that begins with their due time', () => {
  const collection = collectionOn(['workspace', 'due_at'], ['due_at', 'workspace'])
  const step = defineStep({ ...limits, collection, work: async () => {} })
  expect(step).toMatchObject({ collection: 'rows', dueIndex: 'rows_due_at_workspace' })
})

test('a collection without an index that begins with the due time is refused, and named', () => {
  const collection = collectionOn(['workspace', 'due_at'])
  expect(() => defineStep({ ...limits, collection, work: async () => {} })).toThrow(
    'The collection rows has no index that begins with due_at.',
  )
})

test('the work of a step gets one row, and the work of a batch step gets all rows of a batch', async () => {
  const collection = collectionOn(['due_at'])
  const worked: unknown[] = []
  const one = async (_services: Services, { id }: TypedRow<Columns, null>) => void worked.push(id)
  const many = async (_services: Services, rows: readonly TypedRow<Columns, null>[]) =>
    void worked.push(rows.map(({ id }) => id))
  await defineStep({ ...limits, collection, work: one }).work(services, [row('a')], lease)
  const batches = defineBatchStep({ ...limits, collection, batch: 2, work: many })
  await batches.work(services, [row('b'), row('c')], lease)
  expect(worked).toEqual(['a', ['b', 'c']])
})

test('a step may say how many places a row wants', () => {
  const step = { ...limits, collection: collectionOn(['due_at']), work: async () => {} }
  expect(defineStep(step).places).toBeUndefined()
  expect(defineStep({ ...step, places: ({ id }) => id.length }).places?.(row('abc'))).toBe(3)
})

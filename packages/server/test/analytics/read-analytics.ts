import type { Analytics } from '@doorkit/models'
import type { Filter, Store } from '@doorkit/store'
import { expect } from 'vitest'
import { caller, type Kit } from '../support/kit.ts'

/** The website of these tests. */
export const site = 'https://acme.example'

/** Reads analytics from a kit, and expects success. */
export async function read(kit: Kit, query = ''): Promise<Analytics> {
  const { status, json } = await caller(kit)('GET', `/analytics${query}`)
  expect(status).toBe(200)
  return json
}

/** Returns the number of visitors in the headline. */
export const totalOf = ({ headline }: Analytics) =>
  headline.find(({ metric }) => metric === 'visitors')?.value

/** Counts the rows of a collection that match a filter. */
export async function countRows(
  store: Store,
  collection: string,
  where: Filter = [],
): Promise<number> {
  const measures = { rows: { op: 'count' } } as const
  const [row] = await store.aggregate({ in: collection, where, measures })
  return row?.values.rows ?? 0
}

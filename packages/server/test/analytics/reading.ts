import type { Analytics } from '@doorkit/models'
import type { Filter, Store } from '@doorkit/store'
import { expect } from 'vitest'
import { caller, type Kit } from '../support/kit.ts'

/** Where visitors of these tests are. */
export const site = 'https://acme.example'

/** Asks a kit for analytics, and expects an answer. */
export async function read(kit: Kit, query = ''): Promise<Analytics> {
  const { status, json } = await caller(kit)('GET', `/analytics${query}`)
  expect(status).toBe(200)
  return json
}

/** The visitors in the headline. */
export const totalOf = ({ headline }: Analytics) =>
  headline.find(({ metric }) => metric === 'visitors')?.value

/** How many rows of a collection a filter finds. */
export async function countRows(
  store: Store,
  collection: string,
  where: Filter = [],
): Promise<number> {
  const measures = { rows: { op: 'count' } } as const
  const [row] = await store.aggregate({ in: collection, where, measures })
  return row?.values.rows ?? 0
}

import { DatabaseSync } from 'node:sqlite'
import type { CollectionPlan, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'

const workspace = 'ws_1'
const rowsPerSource = 100
const passages: CollectionPlan = {
  name: 'passages',
  partition: 'workspace',
  columns: { workspace: 'text' },
  indexes: [],
  search: 'text',
}

/** A number of words that only this row has. */
const textOf = (id: string) => Array.from({ length: 60 }, (_, at) => `${id}w${at}`).join(' ')

/** The rows of a source in one of its editions. */
const idsOf = (source: number, edition: number) =>
  Array.from({ length: rowsPerSource }, (_, at) => `s${source}e${edition}r${at}`)

test('at most 4 of 30 commits that replace rows also write the search index of other rows', async () => {
  const db = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true })
  const store = sqliteStore({ db })
  await store.migrate({ collections: [passages] })
  const insert = (id: string): WriteOp => ({
    op: 'insert',
    in: 'passages',
    row: { id, columns: { workspace }, data: { text: textOf(id) } },
  })
  const remove = (id: string): WriteOp => {
    return { op: 'remove', in: 'passages', partition: workspace, id }
  }
  const changes = db.prepare('select total_changes()')
  const countChanges = () => Number((changes.get() as unknown as [bigint])[0])
  const commit = async (ops: WriteOp[]) => {
    const before = countChanges()
    expect(await store.commit(ops)).toEqual({ ok: true })
    return countChanges() - before
  }
  const sources = 30
  for (let source = 0; source < sources; source++) {
    await commit(idsOf(source, 0).map(insert))
  }
  let writesOthers = 0
  for (let source = 0; source < sources; source++) {
    const ops = [...idsOf(source, 0).map(remove), ...idsOf(source, 1).map(insert)]
    // A row, its entry and the positions of both take about twelve.
    if ((await commit(ops)) > 15 * rowsPerSource) writesOthers += 1
  }
  expect(writesOthers).toBeLessThanOrEqual(4)
  db.close()
})

import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
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

/** Sixty words that only this row has. */
const textOf = (id: string) => Array.from({ length: 60 }, (_, at) => `${id}w${at}`).join(' ')

/** The ids of the rows of a source in one of its editions. */
const idsOf = (source: number, edition: number) =>
  Array.from({ length: rowsPerSource }, (_, at) => `s${source}e${edition}r${at}`)

test('commits that replace rows leave the merging of the search index to small steps', async () => {
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
  const numberOf = (sql: string) => {
    const statement = db.prepare(sql)
    return () => Number((statement.get() as unknown as [bigint])[0])
  }
  const countChanges = numberOf('select total_changes()')
  const countParts = numberOf('select count(distinct segid) from doorkit_passages__terms_idx')
  /** Waits until a tick changes nothing, and returns how much each tick before it changed. */
  const settle = async () => {
    const steps: number[] = []
    for (let before = countChanges(); ; before = countChanges()) {
      await setImmediate()
      await setImmediate()
      if (countChanges() === before) return steps
      steps.push(countChanges() - before)
    }
  }
  let most = 0
  for (let at = 0; at < 60; at++) {
    const [source, edition] = [at % 30, Math.floor(at / 30)]
    const removed = edition === 0 ? [] : idsOf(source, edition - 1).map(remove)
    const before = countChanges()
    await store.commit([...removed, ...idsOf(source, edition).map(insert)])
    // A row with its entry in the search index needs about twelve changes.
    expect(countChanges() - before).toBeLessThan(15 * rowsPerSource)
    most = Math.max(most, ...(await settle()))
  }
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThan(400)
  expect(countParts()).toBeLessThan(20)
  db.close()
})

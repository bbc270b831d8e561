import type { CollectionPlan, WriteOp } from '@doorkit/store'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { postgresStore } from '../src/index.ts'

const notes: CollectionPlan = { name: 'notes', columns: {}, indexes: [] }

test('a commit of 800,000 characters is sent in several ticks of the event loop', async () => {
  const { url, remove } = await createSchema(inject('postgres'))
  onTestFinished(remove)
  const store = postgresStore({ url })
  onTestFinished(() => store.close())
  await store.migrate({ collections: [notes] })
  let tick = 0
  let counting = setImmediate(function count() {
    tick += 1
    counting = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(counting))
  const charactersByTick = new Map<number, number>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [{ values = [] }] = args as [{ values?: readonly unknown[] }]
    const sent = values.reduce<number>((sum, value) => sum + String(value).length, 0)
    charactersByTick.set(tick, (charactersByTick.get(tick) ?? 0) + sent)
    return Reflect.apply(query, this, args)
  })
  onTestFinished(() => spy.mockRestore())
  const ops = Array.from({ length: 40 }, (_, number): WriteOp => {
    const data = { text: 'x'.repeat(20_000) }
    return { op: 'insert', in: 'notes', row: { id: `note_${number}`, columns: {}, data } }
  })
  expect(await store.commit(ops)).toEqual({ ok: true })
  // One statement inserts eight rows.
  expect(Math.max(...charactersByTick.values())).toBeLessThan(170_000)
})

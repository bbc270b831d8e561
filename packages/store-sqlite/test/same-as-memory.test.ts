import { memoryStore, type SchemaPlan, type Store } from '@doorkit/store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'

const plan: SchemaPlan = {
  collections: [
    {
      name: 'notes',
      partition: 'team',
      columns: { team: 'text', status: 'text', at: 'integer', handle: 'text' },
      indexes: [
        { name: 'by_at', on: ['team', 'at'] },
        { name: 'by_status', on: ['team', 'status', 'at'] },
        { name: 'by_handle', on: ['team', 'handle'], unique: true },
        { name: 'by_team', on: ['team'] },
      ],
    },
  ],
}

const team = fc.constantFrom('a', 'b')
const status = fc.constantFrom('', 'A', 'a', 'é', '\uffff', '😀')
const at = fc.integer({ min: -2, max: 2 })
const id = fc.constantFrom(...Array.from({ length: 12 }, (_, place) => `n${place}`))
const handle = fc.constantFrom('x', 'y', 'z', '\u0000')

const columns = fc.record({
  team,
  status: fc.option(status, { freq: 4 }),
  at: fc.option(at, { freq: 4 }),
  handle: fc.option(handle, { freq: 1 }),
})

const operator = fc.constantFrom('eq', 'lt', 'lte', 'gt', 'gte')
const condition = fc.oneof(
  fc.record({ column: fc.constant('team'), op: fc.constant('eq'), value: team }),
  fc.record({ column: fc.constant('team'), op: operator, value: team }),
  fc.record({ column: fc.constant('status'), op: operator, value: status }),
  fc.record({ column: fc.constant('at'), op: operator, value: at }),
  fc.record({ column: fc.constant('id'), op: operator, value: id }),
  fc.record({ column: fc.constant('handle'), op: operator, value: handle }),
  fc.record({ column: fc.constant('at'), op: fc.constant('in'), value: fc.array(at) }),
  fc.record({ column: fc.constant('status'), op: fc.constant('in'), value: fc.array(status) }),
  fc.record({
    column: fc.constantFrom('team', 'status', 'at', 'handle', 'id'),
    op: fc.constant('isNull'),
    value: fc.boolean(),
  }),
)
const where = fc.array(condition, { maxLength: 4 })

const place = fc.oneof(
  fc.record({ index: fc.constant('by_at'), after: fc.option(fc.tuple(team, at, id)) }),
  fc.record({ index: fc.constant('by_status'), after: fc.option(fc.tuple(team, status, at, id)) }),
  fc.record({ index: fc.constant('by_handle'), after: fc.option(fc.tuple(team, handle, id)) }),
  fc.record({ index: fc.constant('by_team'), after: fc.option(fc.tuple(team, id)) }),
)

const list = fc
  .record({
    where,
    place,
    dir: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ where, place, dir, limit }) => ({
    in: 'notes',
    index: place.index,
    after: place.after ?? undefined,
    where,
    dir,
    limit,
  }))

const op = fc.oneof(
  fc.record({
    op: fc.constant('insert'),
    in: fc.constant('notes'),
    row: fc.record({ id, columns, data: fc.jsonValue() }),
    onConflict: fc.constantFrom('fail', 'ignore'),
  }),
  fc.record(
    {
      op: fc.constant('patch'),
      in: fc.constant('notes'),
      partition: team,
      id,
      ifRev: fc.integer({ min: 1, max: 3 }),
      when: where,
      set: fc.record({ status, handle: fc.option(handle) }, { requiredKeys: [] }),
      add: fc.record({ at }, { requiredKeys: [] }),
      data: fc.jsonValue(),
    },
    { requiredKeys: ['op', 'in', 'partition', 'id'] },
  ),
  fc.record(
    { op: fc.constant('remove'), in: fc.constant('notes'), partition: team, id, when: where },
    { requiredKeys: ['op', 'in', 'partition', 'id'] },
  ),
  fc.record(
    {
      op: fc.constant('check'),
      in: fc.constant('notes'),
      partition: team,
      id,
      exists: fc.boolean(),
      when: where,
    },
    { requiredKeys: ['op', 'in', 'partition', 'id', 'exists'] },
  ),
)

type Commit = Parameters<Store['commit']>[0]
type Query = Parameters<Store['list']>[0]

describe('sqliteStore and memoryStore', () => {
  let stores: readonly [Store, Store]

  beforeAll(async () => {
    stores = [memoryStore(), sqliteStore({ file: ':memory:' })]
    for (const store of stores) await store.migrate(plan)
  })

  afterAll(async () => {
    for (const store of stores) await store.close()
  })

  async function expectSame<Answer>(ask: (store: Store) => Promise<Answer>): Promise<Answer> {
    const [memory, sqlite] = await Promise.all(stores.map(ask))
    expect(sqlite).toEqual(memory)
    return sqlite as Answer
  }

  test('return the same answers, whatever is written and listed', async () => {
    const endings = new Set<string>()
    let listed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(op, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        fc.array(list, { maxLength: 6 }),
        async (commits, lists) => {
          for (const ops of commits) {
            const result = await expectSame((store) => store.commit(ops as Commit))
            endings.add(result.ok ? 'ok' : result.reason)
          }
          for (const query of lists) {
            const rows = await expectSame((store) => store.list(query as Query))
            listed += rows.length
            await expectSame((store) =>
              store.aggregate({
                in: 'notes',
                where: query.where as Query['where'],
                measures: { rows: { op: 'count' }, total: { op: 'sum', column: 'at' } },
              }),
            )
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(endings).toEqual(new Set(['ok', 'guard', 'conflict']))
    expect(listed).toBeGreaterThan(500)
  })
})

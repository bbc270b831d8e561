import assert from 'node:assert/strict'
import type { Condition, Filter, Row } from '@doorkit/store'
import { idsOf, listNotes, note, onNotes, put } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const rows = [
  { id: 'a', status: 'open', count: 1 },
  { id: 'b', status: 'Open', count: 2 },
  { id: 'c', status: 'closed', count: null },
  { id: 'd', status: null, count: 3 },
  { id: 'e', status: '', count: 0 },
  { id: 'f', status: null, count: -5 },
  { id: 'g', status: 'open', count: Number.MAX_SAFE_INTEGER },
  { id: 'h', status: 'opening', count: Number.MIN_SAFE_INTEGER },
]

const filters: readonly (readonly [Filter, string])[] = [
  [[], 'abcdefgh'],
  [[{ column: 'status', op: 'eq', value: 'open' }], 'ag'],
  [[{ column: 'status', op: 'eq', value: '' }], 'e'],
  [[{ column: 'status', op: 'eq', value: 'null' }], ''],
  [[{ column: 'status', op: 'lt', value: 'open' }], 'bce'],
  [[{ column: 'status', op: 'lte', value: 'open' }], 'abceg'],
  [[{ column: 'status', op: 'gt', value: 'open' }], 'h'],
  [[{ column: 'status', op: 'gte', value: 'open' }], 'agh'],
  [[{ column: 'status', op: 'isNull', value: true }], 'df'],
  [[{ column: 'status', op: 'isNull', value: false }], 'abcegh'],
  [[{ column: 'status', op: 'in', value: ['open', 'closed', 'missing'] }], 'acg'],
  [[{ column: 'status', op: 'in', value: ['open', 'open'] }], 'ag'],
  [[{ column: 'status', op: 'in', value: [] }], ''],
  [[{ column: 'count', op: 'eq', value: 2 }], 'b'],
  [[{ column: 'count', op: 'eq', value: -0 }], 'e'],
  [[{ column: 'count', op: 'eq', value: Number.MAX_SAFE_INTEGER }], 'g'],
  [[{ column: 'count', op: 'lt', value: 1 }], 'efh'],
  [[{ column: 'count', op: 'lte', value: 1 }], 'aefh'],
  [[{ column: 'count', op: 'gt', value: 1 }], 'bdg'],
  [[{ column: 'count', op: 'gte', value: 1 }], 'abdg'],
  [[{ column: 'count', op: 'isNull', value: true }], 'c'],
  [[{ column: 'count', op: 'in', value: [0, -5, 3, 99] }], 'def'],
  [[{ column: 'id', op: 'eq', value: 'd' }], 'd'],
  [[{ column: 'id', op: 'gt', value: 'f' }], 'gh'],
  [[{ column: 'id', op: 'in', value: ['a', 'h', 'z'] }], 'ah'],
  [[{ column: 'id', op: 'isNull', value: true }], ''],
  [
    [
      { column: 'count', op: 'gte', value: 1 },
      { column: 'count', op: 'lt', value: 4 },
    ],
    'abd',
  ],
  [
    [
      { column: 'status', op: 'eq', value: 'open' },
      { column: 'status', op: 'eq', value: 'closed' },
    ],
    '',
  ],
  [
    [
      { column: 'status', op: 'isNull', value: false },
      { column: 'count', op: 'in', value: [1, 2, 3] },
      { column: 'id', op: 'lt', value: 'b' },
    ],
    'a',
  ],
]

function ids(found: readonly (Row | null)[]): string {
  return idsOf(found).sort().join('')
}

/** Filters, which mean the same in every call. */
export const filtering: readonly StoreCase[] = [
  onNotes(
    'every condition means the same in list, aggregate, a guard, updateMany and deleteMany',
    async (store) => {
      for (const [at, [where, expected]] of filters.entries()) {
        const workspace = `ws_${at}`
        const inThis: Condition = { column: 'workspace', op: 'eq', value: workspace }
        const scoped = [inThis, ...where.map((condition) => prefixId(condition, workspace))]
        const description = JSON.stringify(where)
        await put(
          store,
          ...rows.map(({ id, ...columns }) => note(`${workspace}${id}`, { ...columns, workspace })),
        )
        const full = [...expected].map((id) => `${workspace}${id}`).join('')

        assert.equal(ids(await listNotes(store, { where: scoped })), full, `list ${description}`)
        const [group] = await store.aggregate({
          in: 'notes',
          where: scoped,
          measures: { found: { op: 'count' } },
        })
        assert.equal(group?.values.found, expected.length, `aggregate ${description}`)
        for (const { id } of rows) {
          const result = await store.commit([
            {
              op: 'check',
              in: 'notes',
              partition: workspace,
              id: `${workspace}${id}`,
              exists: true,
              when: scoped,
            },
          ])
          assert.equal(result.ok, expected.includes(id), `check ${id} ${description}`)
        }
        const marked = await store.updateMany(
          { in: 'notes', where: scoped, limit: 100 },
          { set: { lease: 'marked' } },
        )
        assert.equal(marked.changed, expected.length, `updateMany ${description}`)
        const whereMarked = [inThis, { column: 'lease', op: 'eq', value: 'marked' }] as const
        assert.equal(ids(await listNotes(store, { where: whereMarked })), full)
        const removed = await store.deleteMany({ in: 'notes', where: scoped, limit: 100 })
        assert.equal(removed.changed, expected.length, `deleteMany ${description}`)
        const left = await listNotes(store, { where: [inThis] })
        assert.equal(left.length, rows.length - expected.length)
      }
    },
  ),
  onNotes('a filter can list more values than a statement can have parameters', async (store) => {
    await put(store, note('n1', { count: 7 }), note('n2', { count: 70_001 }))
    const value = Array.from({ length: 70_000 }, (_, at) => at)
    const found = await listNotes(store, { where: [{ column: 'count', op: 'in', value }] })
    assert.deepEqual(idsOf(found), ['n1'])
  }),
]

/** Prefixes the ids in a condition with a workspace. */
function prefixId(condition: Condition, workspace: string): Condition {
  if (condition.column !== 'id' || condition.op === 'isNull') return condition
  if (condition.op === 'in') {
    return { ...condition, value: condition.value.map((id) => `${workspace}${id}`) }
  }
  return { ...condition, value: `${workspace}${condition.value}` }
}

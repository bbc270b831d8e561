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
  [[{ key: 'status', op: 'eq', value: 'open' }], 'ag'],
  [[{ key: 'status', op: 'eq', value: '' }], 'e'],
  [[{ key: 'status', op: 'eq', value: 'null' }], ''],
  [[{ key: 'status', op: 'lt', value: 'open' }], 'bce'],
  [[{ key: 'status', op: 'lte', value: 'open' }], 'abceg'],
  [[{ key: 'status', op: 'gt', value: 'open' }], 'h'],
  [[{ key: 'status', op: 'gte', value: 'open' }], 'agh'],
  [[{ key: 'status', op: 'isNull', value: true }], 'df'],
  [[{ key: 'status', op: 'isNull', value: false }], 'abcegh'],
  [[{ key: 'status', op: 'in', value: ['open', 'closed', 'missing'] }], 'acg'],
  [[{ key: 'status', op: 'in', value: ['open', 'open'] }], 'ag'],
  [[{ key: 'status', op: 'in', value: [] }], ''],
  [[{ key: 'count', op: 'eq', value: 2 }], 'b'],
  [[{ key: 'count', op: 'eq', value: -0 }], 'e'],
  [[{ key: 'count', op: 'eq', value: Number.MAX_SAFE_INTEGER }], 'g'],
  [[{ key: 'count', op: 'lt', value: 1 }], 'efh'],
  [[{ key: 'count', op: 'lte', value: 1 }], 'aefh'],
  [[{ key: 'count', op: 'gt', value: 1 }], 'bdg'],
  [[{ key: 'count', op: 'gte', value: 1 }], 'abdg'],
  [[{ key: 'count', op: 'isNull', value: true }], 'c'],
  [[{ key: 'count', op: 'in', value: [0, -5, 3, 99] }], 'def'],
  [[{ key: 'id', op: 'eq', value: 'd' }], 'd'],
  [[{ key: 'id', op: 'gt', value: 'f' }], 'gh'],
  [[{ key: 'id', op: 'in', value: ['a', 'h', 'z'] }], 'ah'],
  [[{ key: 'id', op: 'isNull', value: true }], ''],
  [
    [
      { key: 'count', op: 'gte', value: 1 },
      { key: 'count', op: 'lt', value: 4 },
    ],
    'abd',
  ],
  [
    [
      { key: 'status', op: 'eq', value: 'open' },
      { key: 'status', op: 'eq', value: 'closed' },
    ],
    '',
  ],
  [
    [
      { key: 'status', op: 'isNull', value: false },
      { key: 'count', op: 'in', value: [1, 2, 3] },
      { key: 'id', op: 'lt', value: 'b' },
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
      let checked = 0
      for (const [where, expected] of filters) {
        const workspace = `ws_${checked}`
        const inThis: Condition = { key: 'workspace', op: 'eq', value: workspace }
        const scoped = [inThis, ...where.map((condition) => scope(condition, workspace))]
        const described = JSON.stringify(where)
        await put(
          store,
          ...rows.map(({ id, ...keys }) => note(`${workspace}${id}`, { ...keys, workspace })),
        )
        const full = [...expected].map((id) => `${workspace}${id}`).join('')

        assert.equal(ids(await listNotes(store, { where: scoped })), full, `list ${described}`)
        const [group] = await store.aggregate({
          in: 'notes',
          where: scoped,
          measures: { found: { op: 'count' } },
        })
        assert.equal(group?.values.found, expected.length, `aggregate ${described}`)
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
          assert.equal(result.ok, expected.includes(id), `check ${id} ${described}`)
        }
        const marked = await store.updateMany(
          { in: 'notes', where: scoped, limit: 100 },
          { set: { lease: 'marked' } },
        )
        assert.equal(marked.changed, expected.length, `updateMany ${described}`)
        const isMarked = [inThis, { key: 'lease', op: 'eq', value: 'marked' }] as const
        assert.equal(ids(await listNotes(store, { where: isMarked })), full)
        const removed = await store.deleteMany({ in: 'notes', where: scoped, limit: 100 })
        assert.equal(removed.changed, expected.length, `deleteMany ${described}`)
        const left = await listNotes(store, { where: [inThis] })
        assert.equal(left.length, rows.length - expected.length)
        checked += 1
      }
      assert.equal(checked, filters.length)
    },
  ),
  onNotes('a filter can list more values than a statement can have parameters', async (store) => {
    await put(store, note('n1', { count: 7 }), note('n2', { count: 70_001 }))
    const value = Array.from({ length: 70_000 }, (_, at) => at)
    const found = await listNotes(store, { where: [{ key: 'count', op: 'in', value }] })
    assert.deepEqual(idsOf(found), ['n1'])
  }),
]

/** Prefixes ids with the workspace of the tested filter. */
function scope(condition: Condition, workspace: string): Condition {
  if (condition.key !== 'id' || condition.op === 'isNull') return condition
  if (condition.op === 'in') {
    return { ...condition, value: condition.value.map((id) => `${workspace}${id}`) }
  }
  return { ...condition, value: `${workspace}${condition.value}` }
}

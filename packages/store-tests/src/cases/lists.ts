import assert from 'node:assert/strict'
import type { CollectionPlan, ListQuery, Store } from '@doorkit/store'
import {
  idsOf,
  inNotes,
  inWorkspace,
  listNotes,
  note,
  notes,
  onNotes,
  onUnmigrated,
  put,
  workspace,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'
import { walkPages } from '../walk-pages.ts'

const byAt = ['workspace', 'at']

function query(overrides: Partial<ListQuery>): ListQuery {
  return { in: 'notes', index: 'by_at', where: [inWorkspace], dir: 'asc', limit: 10, ...overrides }
}

/** The ids and times of notes: five notes for each time, so that most pages end within a tie. */
function tiedNotes(count: number): { id: string; at: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `n${String((index * 37) % count).padStart(3, '0')}`,
    at: Math.floor(index / 5) - 3,
  }))
}

function sortedIds(rows: readonly { id: string; at: number }[]): string[] {
  const order = [...rows].sort((left, right) =>
    left.at === right.at ? (left.id < right.id ? -1 : 1) : left.at - right.at,
  )
  return order.map((row) => row.id)
}

/** Checks that an ascending list has the expected rows, and a descending one the same in reverse. */
async function walkBothWays(
  store: Store,
  list: ListQuery,
  columns: readonly string[],
  expected: readonly string[],
): Promise<void> {
  for (const dir of ['asc', 'desc'] as const) {
    const ids = idsOf(await walkPages(store, { ...list, dir }, columns))
    const ordered = dir === 'asc' ? expected : expected.toReversed()
    assert.deepEqual(ids, ordered, `${dir} by ${list.limit}`)
  }
}

/** Lists, in pages and in the order of an index. */
export const lists: readonly StoreCase[] = [
  onNotes(
    'pages of any size cover a list once, in order, in both directions, with ties in the sort column',
    async (store) => {
      const rows = tiedNotes(43)
      await put(store, ...rows.map(({ id, at }) => note(id, { at })))
      await put(store, note('other', { workspace: 'ws_2' }), note('before', { workspace: 'ws_0' }))
      const expected = sortedIds(rows)
      for (const limit of [1, 2, 3, 7, 42, 43, 44, 1_000]) {
        await walkBothWays(store, query({ limit }), byAt, expected)
      }
    },
  ),
  onNotes('pages cover a whole index when no column is fixed', async (store) => {
    const rows = ['b', 'a', 'c'].flatMap((name) =>
      [3, 1, 2].map((at) => note(`${name}${at}`, { workspace: name, at })),
    )
    await put(store, ...rows)
    const expected = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
    for (const limit of [1, 2, 4, 9]) {
      await walkBothWays(store, query({ limit, where: [] }), byAt, expected)
    }
  }),
  onUnmigrated(
    'the index `id` lists every row by partition and id, including rows with nulls',
    async (store) => {
      const desks: CollectionPlan = { name: 'desks', columns: { at: 'integer' }, indexes: [] }
      await store.migrate({ collections: [notes, desks] })
      const ids = ['Z', 'a', 'é', '\u{1F600}']
      const rows = ['ws_2', 'ws_1'].flatMap((name) =>
        ids.map((id) => note(id, { workspace: name, at: null })),
      )
      await put(store, ...rows)
      await put(
        store,
        ...ids.map(
          (id) => ({ op: 'insert', in: 'desks', row: { id, columns: {}, data: 0 } }) as const,
        ),
      )
      const byId = query({ index: 'id', where: [] })
      for (const limit of [1, 3, 8]) {
        const all = await walkPages(store, { ...byId, limit }, ['workspace'])
        assert.deepEqual(idsOf(all), [...ids, ...ids])
        const one = await walkPages(store, { ...byId, limit, where: [inWorkspace], dir: 'desc' }, [
          'workspace',
        ])
        assert.deepEqual(idsOf(one), [...ids].reverse())
        assert.deepEqual(idsOf(await walkPages(store, { ...byId, limit, in: 'desks' }, [])), ids)
      }
      await put(store, { op: 'remove', ...inNotes, id: 'a' }, note('b'))
      assert.deepEqual(idsOf(await store.list({ ...byId, where: [inWorkspace] })), [
        'Z',
        'b',
        'é',
        '\u{1F600}',
      ])
    },
  ),
  onNotes(
    'if a filter names several values of a leading column, their rows are merged into one sorted list, in pages of any size',
    async (store) => {
      const statuses = ['open', 'closed', 'lost']
      const rows = tiedNotes(43).map((row, index) => ({
        ...row,
        status: statuses[index % 3] ?? '',
      }))
      await put(store, ...rows.map(({ id, at, status }) => note(id, { at, status })))
      await put(store, note('other', { workspace: 'ws_2', status: 'open' }), note('without'))
      const among = (value: readonly string[]) => ({ column: 'status', op: 'in', value }) as const
      const since = { column: 'at', op: 'gte', value: 0 } as const
      const columns = ['workspace', 'status', 'at']
      for (const value of [
        ['open', 'lost'],
        ['lost', 'open', 'lost', 'none'],
        statuses,
        ['open'],
      ]) {
        const wanted = rows.filter(({ status }) => value.includes(status))
        for (const [where, expected] of [
          [[inWorkspace, among(value)], sortedIds(wanted)],
          [[inWorkspace, since, among(value)], sortedIds(wanted.filter(({ at }) => at >= 0))],
        ] as const) {
          for (const limit of [1, 4, 43]) {
            const page = query({ index: 'by_status', where, limit })
            await walkBothWays(store, page, columns, expected)
          }
        }
      }
      const nothing = query({ index: 'by_status', where: [inWorkspace, among([])] })
      assert.deepEqual(await store.list(nothing), [])
    },
  ),
  onNotes(
    'pages cover an index of three columns, however many of them are fixed',
    async (store) => {
      const columns = ['workspace', 'status', 'at']
      const rows = ['open', 'closed'].flatMap((status) =>
        [5, 3, 4, 3].map((at, index) => note(`${status}${index}`, { status, at })),
      )
      await put(store, ...rows)
      const closed = ['closed1', 'closed3', 'closed2', 'closed0']
      const open = ['open1', 'open3', 'open2', 'open0']
      const status = { column: 'status', op: 'eq', value: 'open' } as const
      const at = { column: 'at', op: 'eq', value: 3 } as const
      const lists = [
        [[], [...closed, ...open]],
        [[inWorkspace], [...closed, ...open]],
        [[inWorkspace, status], open],
        [[status], open],
        [
          [inWorkspace, at],
          ['closed1', 'closed3', 'open1', 'open3'],
        ],
        [
          [inWorkspace, status, at],
          ['open1', 'open3'],
        ],
      ] as const
      for (const [where, expected] of lists) {
        for (const limit of [1, 3, 100]) {
          const asked = query({ index: 'by_status', where, limit })
          assert.deepEqual(idsOf(await walkPages(store, asked, columns)), expected)
          const desc = await walkPages(store, { ...asked, dir: 'desc' }, columns)
          assert.deepEqual(idsOf(desc), [...expected].reverse())
        }
      }
    },
  ),
  onNotes('a position outside the filtered part of an index is valid', async (store) => {
    await put(store, note('n1', { at: 1 }), note('n2', { at: 2 }))
    const list = (dir: 'asc' | 'desc', after: (string | number)[]) =>
      store.list(query({ dir, after })).then(idsOf)
    assert.deepEqual(await list('asc', ['ws_0', 9, 'z']), ['n1', 'n2'])
    assert.deepEqual(await list('asc', ['ws_2', 0, '']), [])
    assert.deepEqual(await list('desc', ['ws_0', 9, 'z']), [])
    assert.deepEqual(await list('desc', ['ws_2', 0, '']), ['n2', 'n1'])
    assert.deepEqual(await list('asc', [workspace, 1, 'n1']), ['n2'])
    assert.deepEqual(await list('asc', [workspace, 1, 'n0']), ['n1', 'n2'])
    assert.deepEqual(await list('desc', [workspace, 2, 'n2']), ['n1'])
  }),
  onNotes('a filter on other columns never ends a list early', async (store) => {
    const rows = tiedNotes(40)
    await put(
      store,
      ...rows.map(({ id, at }, index) => note(id, { at, status: index % 4 ? 'open' : 'rare' })),
    )
    const rare = sortedIds(rows.filter((_, index) => index % 4 === 0))
    const where = [inWorkspace, { column: 'status', op: 'eq', value: 'rare' }] as const
    const found = await walkPages(store, query({ where, limit: 3 }), byAt)
    assert.deepEqual(idsOf(found), rare)
  }),
  onNotes('a list can combine a range of the sort column with a position', async (store) => {
    const rows = tiedNotes(40)
    await put(store, ...rows.map(({ id, at }) => note(id, { at })))
    const where = [
      inWorkspace,
      { column: 'at', op: 'gte', value: -1 },
      { column: 'at', op: 'lt', value: 3 },
    ] as const
    const expected = sortedIds(rows.filter(({ at }) => at >= -1 && at < 3))
    assert.equal(expected.length, 20)
    await walkBothWays(store, query({ where, limit: 3 }), byAt, expected)
  }),
  onNotes('a row with a null in a sort column is not listed', async (store) => {
    await put(store, note('n1', { at: null }), note('n2', { at: 1 }), note('n3', { status: 'x' }))
    for (const dir of ['asc', 'desc'] as const) {
      const listed = await listNotes(store, { dir })
      assert.deepEqual(idsOf(listed).sort(), ['n2', 'n3'])
      const byStatus = await listNotes(store, { dir, index: 'by_status' })
      assert.deepEqual(idsOf(byStatus), ['n3'])
    }
    assert.deepEqual(idsOf(await listNotes(store, { index: 'by_workspace' })), ['n1', 'n2', 'n3'])
  }),
  onNotes(
    'while rows are added and removed, a list repeats no row and skips none that stays',
    async (store) => {
      for (const dir of ['asc', 'desc'] as const) {
        const stays = tiedNotes(60).map((row) => ({ ...row, id: `${dir}-stays-${row.id}` }))
        const goes = tiedNotes(60).map((row) => ({ ...row, id: `${dir}-goes-${row.id}` }))
        await put(store, ...[...stays, ...goes].map(({ id, at }) => note(id, { at })))
        let round = 0
        const between = async () => {
          const gone = goes[(round * 7) % goes.length]
          const arriving = { id: `${dir}-new-${round}`, at: (round % 12) - 3 }
          if (gone && round < 60) await put(store, { op: 'remove', ...inNotes, id: gone.id })
          await put(store, note(arriving.id, { at: arriving.at }))
          round += 1
        }
        const walked = idsOf(await walkPages(store, query({ dir, limit: 4 }), byAt, between))
        assert.ok(round > 10, `expected the list to change often, not ${round} times`)
        assert.equal(new Set(walked).size, walked.length, 'a row was repeated')
        const expected = dir === 'asc' ? sortedIds(stays) : sortedIds(stays).reverse()
        const seen = walked.filter((id) => id?.startsWith(`${dir}-stays`))
        assert.deepEqual(seen, expected, 'a row that stays was skipped')
      }
    },
  ),
]

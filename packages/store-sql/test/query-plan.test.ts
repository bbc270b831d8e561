import type { ListQuery, SchemaPlan, Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { type Statement, sqlStore } from '../src/index.ts'
import { type PlainDriver, plainDriver } from './plain-driver.ts'

const plan: SchemaPlan = {
  collections: [
    {
      name: 'notes',
      partition: 'workspace',
      columns: { workspace: 'text', status: 'text', at: 'integer', due: 'integer', lease: 'text' },
      indexes: [
        { name: 'by_at', on: ['workspace', 'at'] },
        { name: 'by_status', on: ['workspace', 'status', 'at'] },
        { name: 'by_due', on: ['due'] },
        { name: 'by_lease', on: ['workspace', 'lease'], unique: true },
      ],
    },
  ],
}

async function open(): Promise<{ driver: PlainDriver; store: Store }> {
  const driver = plainDriver()
  const store = sqlStore({ driver })
  await store.migrate(plan)
  driver.ran.length = 0
  return { driver, store }
}

/** The plan of SQLite for a statement, one line per step. */
function explain(driver: PlainDriver, { sql, params }: Statement): string[] {
  const rows = driver.db.prepare(`explain query plan ${sql}`).all(...params)
  return rows.map((row) => String(row.detail))
}

const workspace = { column: 'workspace', op: 'eq', value: 'ws_1' } as const
const status = { column: 'status', op: 'eq', value: 'open' } as const
const since = { column: 'at', op: 'gte', value: 5 } as const

const until = { column: 'at', op: 'lt', value: 9 } as const
const inStatus = { where: [workspace, status], index: 'by_status' } as const
const inWorkspace = { where: [workspace], index: 'by_at' } as const

const lists: readonly (readonly [Partial<ListQuery>, string])[] = [
  [inWorkspace, 'by_at (workspace=? AND at>?)'],
  [{ ...inWorkspace, after: ['ws_1', 1, 'n'] }, 'by_at (workspace=? AND (at,id)>(?,?))'],
  [
    { ...inWorkspace, after: ['ws_1', 1, 'n'], dir: 'desc' },
    'by_at (workspace=? AND (at,id)<(?,?))',
  ],
  [
    { ...inStatus, after: ['ws_1', 'open', 1, 'n'] },
    'by_status (workspace=? AND status=? AND (at,id)>(?,?))',
  ],
  [
    { ...inStatus, where: [workspace], after: ['ws_1', 'open', 1, 'n'] },
    'by_status (workspace=? AND (status,at,id)>(?,?,?))',
  ],
  [{ where: [], after: ['ws_1', 1, 'n'] }, 'by_at ((workspace,at,id)>(?,?,?))'],
  [{ where: [workspace, since], dir: 'desc' }, 'by_at (workspace=? AND at>?)'],
  [{ where: [workspace, since, until] }, 'by_at (workspace=? AND at>? AND at<?)'],
  [
    { where: [workspace, since, until], after: ['ws_1', 7, 'n'] },
    'by_at (workspace=? AND (at,id)>(?,?) AND at<?)',
  ],
  [
    { where: [workspace, since, until], after: ['ws_1', 7, 'n'], dir: 'desc' },
    'by_at (workspace=? AND at>? AND (at,id)<(?,?))',
  ],
  [
    { where: [workspace, since, until], after: ['ws_1', 2, 'n'] },
    'by_at (workspace=? AND at>? AND at<?)',
  ],
  [{ where: [workspace], index: 'by_lease' }, 'by_lease (workspace=? AND lease>?)'],
]

test('every page seeks to its position in its index and sorts nothing', async () => {
  let checked = 0
  for (const [overrides, seek] of lists) {
    const { driver, store } = await open()
    await store.list({
      in: 'notes',
      index: 'by_at',
      where: [],
      dir: 'asc',
      limit: 50,
      ...overrides,
    })
    const [statement] = driver.ran
    expect(driver.ran).toHaveLength(1)
    expect(statement && explain(driver, statement), seek).toEqual([
      `SEARCH doorkit_notes USING INDEX doorkit_notes__i_${seek}`,
    ])
    checked += 1
  }
  expect(checked).toBe(lists.length)
})

test('a filter that a unique index can answer uses that index, whatever the requested order', async () => {
  const { driver, store } = await open()
  const lease = { column: 'lease', op: 'eq', value: 'x' } as const
  for (const index of ['by_at', 'by_status', 'by_lease']) {
    for (const dir of ['asc', 'desc'] as const) {
      driver.ran.length = 0
      await store.list({ in: 'notes', index, where: [workspace, lease], dir, limit: 50 })
      const steps = driver.ran.flatMap((statement) => explain(driver, statement))
      expect(steps.join('\n')).toContain('by_lease (workspace=? AND lease=?)')
    }
  }
})

test('no statement scans or sorts a table', async () => {
  const { driver, store } = await open()
  const ref = { in: 'notes', partition: 'ws_1', id: 'n1' } as const
  const row = { id: 'n1', columns: { workspace: 'ws_1', due: 1 }, data: {} }
  await store.commit([{ op: 'insert', in: 'notes', row }])
  await store.commit(
    [
      { op: 'patch', ...ref, ifRev: 1, when: [status], set: { at: 1 } },
      { op: 'check', ...ref, exists: true },
      { op: 'remove', ...ref },
    ],
    { at: { scope: 'ws_1', at: 1 } },
  )
  await store.commit([{ op: 'patch', ...ref, set: { status: 'open' } }])
  await store.commit([{ op: 'check', ...ref, exists: true, ifRev: 2 }])
  await store.commit([{ op: 'remove', ...ref }])
  await store.get([ref])
  await store.get([ref, { ...ref, id: 'n2' }])
  await store.list({
    in: 'notes',
    index: 'by_at',
    where: [workspace, { column: 'status', op: 'in', value: ['open', 'closed'] }],
    dir: 'asc',
    limit: 5,
    horizon: { scope: 'ws_1', at: 5 },
  })
  await store.updateMany({ in: 'notes', where: [workspace, status], limit: 5 }, { add: { at: 1 } })
  await store.deleteMany({ in: 'notes', where: [workspace, status], limit: 5 })
  const claim = { dueColumn: 'due', leaseColumn: 'lease', now: 1, leaseMs: 1, token: 't', limit: 5 }
  await store.claim({ in: 'notes', ...claim })
  const window = { key: 'k', limit: 1, windowMs: 1, now: 0 }
  for (const points of [0, 1, 1]) await store.consume({ ...window, points })
  const counts = { rows: { op: 'count' } } as const
  await store.aggregate({ in: 'notes', where: [workspace], groupBy: ['status'], measures: counts })

  expect(new Set(driver.ran.map((statement) => statement.name)).size).toBeGreaterThan(15)
  const harmless =
    /^(SCAN json_each VIRTUAL TABLE INDEX|SCAN CONSTANT ROW|LIST SUBQUERY|SCALAR SUBQUERY)/
  const steps = driver.ran.flatMap((statement) => explain(driver, statement))
  const unwelcome = steps.filter((step) => /SCAN|TEMP B-TREE/.test(step) && !harmless.test(step))
  expect(unwelcome).toEqual([])
})

test('the name of a statement always stands for the same text, and is short enough for any database', async () => {
  const { driver, store } = await open()
  const long = { name: `c${'x'.repeat(39)}`, columns: {}, indexes: [] }
  await store.migrate({ collections: [long] })
  driver.ran.length = 0
  for (const id of ['n1', 'n2']) {
    await store.get([{ in: 'notes', partition: 'ws_1', id }])
    await store.get([{ in: long.name, id }])
    await store.commit([{ op: 'check', in: long.name, id, exists: false }])
  }
  const texts = new Map(driver.ran.map(({ name, sql }) => [name, sql]))
  expect(texts.size).toBe(3)
  for (const { name, sql } of driver.ran) {
    expect(texts.get(name)).toBe(sql)
    expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(63)
  }
})

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SchemaPlan } from '@doorkit/store'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import type { Work } from './children/migrate.ts'

const script = fileURLToPath(import.meta.resolve('./children/migrate.ts'))
const execArgv = ['--conditions=@doorkit/source', '--disable-warning=ExperimentalWarning']

const jobs = { name: 'jobs', columns: { at: 'integer' }, indexes: [] } as const
const before: SchemaPlan = { collections: [jobs] }
const after: SchemaPlan = {
  collections: [
    {
      ...jobs,
      columns: { at: 'integer', size: 'integer' },
      indexes: [{ name: 'jobs_at', on: ['at'] }],
    },
  ],
}

let url: string
let owner: pg.Client
let children: ChildProcess[]
let removals: (() => Promise<unknown>)[]

beforeEach(async () => {
  const schema = await createSchema(inject('postgres'))
  url = schema.url
  owner = new pg.Client(url)
  await owner.connect()
  children = []
  removals = [() => owner.end(), () => schema.remove()]
  const store = postgresStore({ url, maxConnections: 2 })
  await store.migrate(before)
  await store.commit([
    { op: 'insert', in: 'jobs', row: { id: 'a', columns: { at: 1 }, data: null } },
  ])
  await store.close()
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const remove of removals) await remove()
})

interface MigratingProcess {
  readonly child: ChildProcess
  /** The statements that the process ran. */
  readonly answer: Promise<string[]>
}

async function startMigrating(): Promise<MigratingProcess> {
  const child = fork(script, { execArgv })
  children.push(child)
  await once(child, 'message')
  // Listens from the start, because the process may end before the test waits for it.
  const answer = once(child, 'message').then(([statements]) => statements)
  child.send({ url, plan: after } satisfies Work)
  return { child, answer }
}

/** The state of the index: `valid`, `invalid` if its creation has not ended, or missing. */
async function readIndexState(): Promise<string | undefined> {
  const { rows } = await owner.query(
    `select case when indisvalid then 'valid' else 'invalid' end as state from pg_index where indexrelid = to_regclass('doorkit_jobs__i_jobs_at')`,
  )
  return rows[0]?.state
}

/** Takes the locks of a statement, and returns the function that releases them. */
async function holdBy(sql: string): Promise<() => Promise<unknown>> {
  const holder = new pg.Client(url)
  await holder.connect()
  removals.unshift(() => holder.end())
  await holder.query(`begin; ${sql}`)
  return () => holder.query('rollback')
}

const changeTable = `update doorkit_jobs set rev = rev where id = 'nobody'`

async function untilIndexIs(state: string | undefined): Promise<void> {
  while ((await readIndexState()) !== state) await owner.query('select pg_sleep(0.01)')
}

test('two processes that migrate at the same time run each statement once', async () => {
  const both = await Promise.all([startMigrating(), startMigrating()])
  const reports = await Promise.all(both.map(({ answer }) => answer))
  expect(reports.flat().sort()).toEqual(
    [
      expect.stringContaining('add column'),
      expect.stringContaining('create index concurrently'),
    ].sort(),
  )
  expect(await readIndexState()).toBe('valid')
})

test('writes succeed while a process creates an index, and another process continues if the first is killed', async () => {
  // The column exists, so that only the index waits for the table.
  const column = {
    ...after,
    collections: [{ ...jobs, columns: { at: 'integer', size: 'integer' } as const }],
  }
  const store = postgresStore({ url, maxConnections: 2 })
  removals.unshift(() => store.close())
  await store.migrate(column)
  // An index is created once every transaction that may have locked the table has ended.
  const letGo = await holdBy(changeTable)
  const { child: killed } = await startMigrating()
  await untilIndexIs('invalid')
  const patch = { op: 'patch', in: 'jobs', id: 'a', set: { at: 2 } } as const
  expect(await store.commit([patch])).toMatchObject({ ok: true })
  expect(await store.migrate(after, { dryRun: true })).toMatchObject({
    underWayUntil: expect.any(Number),
  })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // Ends what the killed process left in the database: its statement, and its lease.
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where query like 'create index concurrently%jobs_at%' and pid <> pg_backend_pid()`,
  )
  await owner.query('update doorkit__schema set until = 1')
  await letGo()
  expect(await readIndexState()).toBe('invalid')

  const statements = await (await startMigrating()).answer
  expect(statements).toEqual([
    expect.stringContaining('drop index concurrently'),
    expect.stringContaining('create index concurrently'),
  ])
  expect(await readIndexState()).toBe('valid')
  expect(await store.migrate(after)).toEqual({ statements: [] })
})

test.each([
  ['a table', changeTable],
  ['another process', 'update doorkit__schema set "until" = "until"'],
])('no time limit ends a migration that waits long for %s', async (_name, hold) => {
  const limits = { statement_timeout: 2_000, query_timeout: 2_000, pipeline: true }
  const pool = new pg.Pool({ connectionString: url, ...limits })
  removals.unshift(() => pool.end())
  const letGo = await holdBy(hold)
  const migrating = postgresStore({ pool }).migrate(after)
  const waitsLong = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and clock_timestamp() - query_start > '2.5 s'`
  const waitAndLetGo = async () => {
    while ((await owner.query(waitsLong)).rows.length === 0)
      await owner.query('select pg_sleep(0.01)')
    await letGo()
  }
  await Promise.race([migrating, waitAndLetGo()])
  expect((await migrating).statements).toHaveLength(2)
})

import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dedupeCases } from '../src/dedupe-tests.ts'
import {
  createWebhookRouter,
  type DedupeStore,
  type MemoryDedupeOptions,
  memoryDedupeStore,
} from '../src/index.ts'
import { postgresDedupeStore, postgresDedupeTable } from '../src/postgres.ts'
import { redisDedupeStore } from '../src/redis.ts'
import { sqliteDedupeStore } from '../src/sqlite.ts'
import {
  createClock,
  createPools,
  databaseFile,
  dedupeBeds,
  openNodeSqlite,
} from './dedupe-beds.ts'
import { createGate, delivery, event, secret } from './recording-router.ts'

describe.each(Object.entries(dedupeBeds))('the dedupe store in %s', (_name, createBed) => {
  test.each(dedupeCases)('$name', async ({ check }) => {
    await check(await createBed())
  })
})

test('a store that forgets, one that grants every claim and one whose claims never expire each fail a case', async () => {
  const claimed = { status: 'claimed', token: '1' } as const
  const creators: ((options: MemoryDedupeOptions) => DedupeStore)[] = [
    memoryDedupeStore,
    (options) => ({ ...memoryDedupeStore(options), complete: () => {} }),
    (options) => ({ ...memoryDedupeStore(options), claim: () => claimed }),
    (options) => memoryDedupeStore({ ...options, leaseMs: Number.POSITIVE_INFINITY }),
  ]
  const failures = creators.map(async (create) => {
    const results = dedupeCases.map(async ({ check }) => {
      const { advance, options } = createClock()
      const store = create(options)
      await check({ advance, open: () => store })
    })
    const settled = await Promise.allSettled(results)
    return settled.filter(({ status }) => status === 'rejected').length
  })
  // The first store is sound.
  expect(await Promise.all(failures)).toEqual([0, 3, 4, 1])
})

/** Each opens a database, and returns functions that open a store in it and read the ids in its table. */
const tables = {
  SQLite() {
    const database = openNodeSqlite(databaseFile())
    return {
      open: (options: object) => sqliteDedupeStore(database, options),
      ids: () => database.prepare('SELECT id FROM doorkit_webhooks ORDER BY id').all().map(idOf),
    }
  },
  async PostgreSQL() {
    const pool = (await createPools())()
    return {
      open: (options: object) => postgresDedupeStore(pool, options),
      ids: async () =>
        (await pool.query('SELECT id FROM doorkit_webhooks ORDER BY id')).rows.map(idOf),
    }
  },
}
const idOf = (row: object) => ('id' in row ? row.id : undefined)

/** Claims an event that nobody has claimed. */
async function claimToken(store: DedupeStore, id: string): Promise<string> {
  const claim = await store.claim(id)
  if (claim.status !== 'claimed') throw new Error(`${id} is ${claim.status}`)
  return claim.token
}

describe.each(Object.entries(tables))('the table in %s', (_name, createTable) => {
  test('loses its old rows, also those of dead processes, when new events are settled', async () => {
    const { open, ids } = await createTable()
    const { advance, options } = createClock()
    const store = open(options)
    await store.complete('evt_1', await claimToken(store, 'evt_1'))
    await claimToken(store, 'evt_dead')
    advance(options.ttlMs)
    const slowToken = await claimToken(store, 'evt_slow')
    await store.complete('evt_2', await claimToken(store, 'evt_2'))
    expect(await ids()).toEqual(['evt_2', 'evt_dead', 'evt_slow'])
    advance(options.leaseMs)
    await store.complete('evt_3', await claimToken(store, 'evt_3'))
    expect(await ids()).toEqual(['evt_2', 'evt_3', 'evt_slow'])
    await store.complete('evt_slow', slowToken)
    expect(await store.claim('evt_slow')).toEqual({ status: 'done' })
  })

  test('is separate for each endpoint that names its own', async () => {
    const { open } = await createTable()
    const [orders, mails] = [open({ table: 'orders' }), open({ table: 'Mails_2' })]
    await orders.complete('evt_1', await claimToken(orders, 'evt_1'))
    expect((await orders.claim('evt_1')).status).toBe('done')
    expect((await mails.claim('evt_1')).status).toBe('claimed')
  })

  test('must have a safe name', async () => {
    const { open } = await createTable()
    for (const table of ['', 'a b', 'a"; DROP TABLE users; --', 'a.b', 'a'.repeat(41)]) {
      expect(() => open({ table })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    }
  })

  test('lets another process handle an event whose process died', async () => {
    const { open } = await createTable()
    const { advance, options } = createClock()
    const handledIds: string[] = []
    const serve = (fallback: () => unknown) =>
      createWebhookRouter({ secret, fallback, dedupe: open(options) })
    const started = createGate()
    const deadServer = serve(() => {
      started.open()
      return new Promise(() => {})
    })
    const liveServer = serve(() => handledIds.push(event.id))
    void deadServer.receive(delivery)
    await started.opened
    expect((await liveServer.receive(delivery)).status).toBe(409)
    advance(options.leaseMs)
    expect((await liveServer.receive(delivery)).status).toBe(200)
    expect(JSON.parse((await liveServer.receive(delivery)).body)).toMatchObject({ duplicate: true })
    expect(handledIds).toEqual([event.id])
  })
})

test('if four threads claim the same events in one SQLite file, each event goes to exactly one thread', async () => {
  const file = databaseFile()
  const ids = Array.from({ length: 200 }, (_, index) => `evt_${index}`)
  const start = new Int32Array(new SharedArrayBuffer(4))
  const workers = Array.from({ length: 4 }, () => {
    const url = new URL('claim-all.ts', import.meta.url)
    const execArgv = ['--conditions=@doorkit/source']
    return new Worker(url, { workerData: { file, ids, start }, execArgv })
  })
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.terminate()))))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const answers = workers.map((worker) => once(worker, 'message'))
  Atomics.store(start, 0, 1)
  Atomics.notify(start, 0)
  const claimedIds = (await Promise.all(answers)).flat(2) as string[]
  expect(claimedIds.toSorted()).toEqual(ids.toSorted())
})

test('a SQLite connection without a busy timeout gets one, and an existing timeout is not changed', () => {
  const timeoutOf = (database: DatabaseSync) => database.prepare('PRAGMA busy_timeout').get()
  const impatient = new DatabaseSync(':memory:')
  sqliteDedupeStore(impatient)
  expect(timeoutOf(impatient)).toEqual({ timeout: 5_000 })
  const patient = new DatabaseSync(':memory:', { timeout: 20_000 })
  sqliteDedupeStore(patient)
  expect(timeoutOf(patient)).toEqual({ timeout: 20_000 })
})

test('a SQLite connection that reads integers as bigint works', async () => {
  const store = sqliteDedupeStore(new DatabaseSync(':memory:', { readBigInts: true }))
  await store.complete('evt_1', await claimToken(store, 'evt_1'))
  expect(await store.claim('evt_1')).toEqual({ status: 'done' })
})

test('a PostgreSQL store creates nothing if a migration has created its table', async () => {
  const pool = (await createPools())()
  await pool.query(postgresDedupeTable())
  const statements: string[] = []
  const store = postgresDedupeStore({
    query(text, values) {
      statements.push(text)
      return pool.query(text, values)
    },
  })
  await store.complete('evt_1', await claimToken(store, 'evt_1'))
  expect(statements.join()).not.toContain('CREATE')
})

test('a PostgreSQL store creates its table over a connection that accepts one statement per call', async () => {
  const pool = (await createPools())({ max: 1 })
  let statements = 0
  // A named query is prepared, and the server refuses two statements in one.
  const prepare = (text: string, values: (string | number)[] = []) =>
    pool.query({ name: `statement ${++statements}`, text, values })
  const stores = Array.from({ length: 5 }, () => postgresDedupeStore({ query: prepare }))
  const claims = await Promise.all(stores.map((store) => store.claim('evt_1')))
  expect(claims.filter(({ status }) => status === 'claimed')).toHaveLength(1)
  const { rows } = await pool.query(
    'SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()',
  )
  expect(rows).toContainEqual({ indexname: 'doorkit_webhooks_ends_at' })
})

test.each(['23505', '42P07', '42710'])(
  'a PostgreSQL store continues when another process creates the table at the same time (%s)',
  async (code) => {
    // The first insert finds no table, and creating it fails because another process was faster.
    const answers: unknown[] = [{ code: '42P01' }, { code }, { rows: [{ id: 'evt_1' }] }]
    const store = postgresDedupeStore({
      async query() {
        const answer = answers.shift()
        if ('code' in Object(answer)) throw answer
        return answer as { rows: unknown[] }
      },
    })
    expect(await store.claim('evt_1')).toMatchObject({ status: 'claimed' })
  },
)

test('a call of a PostgreSQL store rejects with the error of the database', async () => {
  const pool = (await createPools())()
  await pool.query('CREATE TABLE doorkit_webhooks (id text PRIMARY KEY)')
  await expect(postgresDedupeStore(pool).claim('evt_1')).rejects.toMatchObject({ code: '42703' })
})

test('two endpoints on one Redis can have separate prefixes', async () => {
  const usedKeys = new Set<string>()
  const run = async (_script: string, key: string) => void usedKeys.add(key)
  await redisDedupeStore(run).claim('evt_1')
  await redisDedupeStore(run, { prefix: 'orders:' }).claim('evt_1')
  expect([...usedKeys]).toEqual(['doorkit:webhook:evt_1', 'orders:evt_1'])
})

test('a Redis store calls ioredis, node-redis and a function each in its own form', async () => {
  const evaluations: unknown[][] = []
  const evaluate = async (_script: string, ...rest: unknown[]) => {
    evaluations.push(rest)
    return 'claimed'
  }
  await redisDedupeStore({ eval: evaluate, defineCommand: () => {} }).claim('evt_1')
  await redisDedupeStore({ eval: evaluate }, { leaseMs: 7 }).claim('evt_1')
  await redisDedupeStore(evaluate).claim('evt_1')
  const key = 'doorkit:webhook:evt_1'
  expect(evaluations).toEqual([
    [1, key, expect.any(String), '300000'],
    [{ keys: [key], arguments: [expect.any(String), '7'] }],
    [key, [expect.any(String), '300000']],
  ])
})

import { copyFileSync } from 'node:fs'
import { createDoorkit, type Doorkit, manualClock } from '@doorkit/server'
import { copyStore, findWorkspace, schemaPlan, settings } from '@doorkit/server/internal'
import type { Store, WriteOp } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { demoWrites } from '../src/demo/demo-writes.ts'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()
const masterKeys = [{ version: 3, key: Buffer.alloc(32, 1).toString('base64') }]
const env = { DOORKIT_MASTER_KEYS: `3:${masterKeys[0]?.key}` }
const source = newStore()

/**
 * The source has two workspaces. The first has an API key, a webhook endpoint with a sealed secret, and
 * a tenth of the demo. `rest` has the writes of the rest of the demo.
 */
const made = { workspace: '', other: '', secret: '', rest: [] as WriteOp[] }

beforeAll(async () => {
  const doorkit = open(sqliteStore({ file: fileOf(source) }))
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  const other = await doorkit.workspaces.create({ name: 'Other', website: 'https://o.example' })
  made.workspace = id
  made.other = other.id
  made.secret = (await newKey(doorkit, id)).secret
  const hook = { url: 'https://hooks.example/1', events: ['*'] }
  expect((await call(doorkit, 'POST', '/webhook_endpoints', hook)).status).toBe(201)
  const store = sqliteStore({ file: fileOf(source) })
  const today = Date.UTC(2026, 9, 12)
  await store.migrate(schemaPlan)
  const parts = await demoWrites(await findWorkspace(store, id), today)
  await store.commit(parts.filter((_, index) => index % 10 === 0).flat())
  made.rest = parts.filter((_, index) => index % 10 !== 0).flat()
  await store.close()
  const otherKey = await newKey(doorkit, other.id)
  await call(doorkit, 'POST', '/contacts', { email: 'ada@other.example' }, otherKey.secret)
  await doorkit.close()
})

function open(store: Store, now?: number): Doorkit {
  return createDoorkit({
    store,
    masterKeys,
    ...(now === undefined ? {} : { clock: manualClock(now) }),
  })
}

const newKey = (doorkit: Doorkit, workspace: string) =>
  doorkit.keys.create({ workspace, name: 'Test', access: 'full_access' })

const fileOf = (url: string) => url.slice('sqlite:'.length)

async function newSchema(): Promise<string> {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  return schema.url
}

function openStore(url: string): Store {
  const store = url.startsWith('sqlite:')
    ? sqliteStore({ file: fileOf(url) })
    : postgresStore({ url })
  onTestFinished(() => store.close())
  return store
}

async function call(
  doorkit: Doorkit,
  method: string,
  path: string,
  body?: object,
  secret = made.secret,
) {
  const response = await doorkit.fetch(`http://localhost/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const copy = (from: string, to: string, ...flags: string[]) =>
  runHere(['copy', '--from', from, '--to', to, '--json', ...flags], env)

describe('doorkit copy', () => {
  test('copies everything from SQLite to PostgreSQL and back, and reports the copied rows', async () => {
    const [whole, postgres, back] = [newStore(), await newSchema(), newStore()]
    copyFileSync(fileOf(source), fileOf(whole))
    const store = openStore(whole)
    await store.migrate(schemaPlan)
    await store.commit(made.rest)
    await store.close()
    const toPostgres = await copy(whole, postgres)
    expect(toPostgres).toMatchObject({ code: 0 })
    const report = JSON.parse(toPostgres.stdout)
    expect(report).toMatchObject({ resumed: false, master_keys: [3] })
    const rowCounts = new Map(
      report.collections.map((one: { name: string; rows: number }) => [one.name, one.rows]),
    )
    for (const name of ['contacts', 'messages', 'workspaces', 'keys', 'settings', 'rollups']) {
      expect(rowCounts.get(name), name).toBeGreaterThan(0)
    }
    expect(report.rows).toBe(
      [...rowCounts.values()].reduce((sum: number, rows) => sum + Number(rows), 0),
    )
    const toSqlite = await copy(postgres, back)
    expect(JSON.parse(toSqlite.stdout)).toEqual(report)
    const doorkit = open(openStore(back))
    const { status, body } = await call(doorkit, 'GET', '/webhook_endpoints')
    expect([status, body.data.length]).toEqual([200, 1])
    expect(await doorkit.masterKeys.status()).toMatchObject({ needed: [3], missing: [] })
    await doorkit.close()
  })

  test('asks to keep servers stopped, and says which master keys the target needs', async () => {
    const { code, stdout, stderr } = await runHere(
      ['copy', '--from', source, '--to', newStore()],
      env,
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^Keep every server and worker of the source stopped during the copy\.\n/,
    )
    expect(stderr).toContain('Copying messages.\n')
    expect(stdout).toMatch(
      /^The copy has \d+ rows in \d+ collections, equal to the source\.\nSealed values need version 3 in DOORKIT_MASTER_KEYS\.\n$/,
    )
  })

  test('copies two workspaces to the same target, one after the other', async () => {
    const target = newStore()
    expect(await copy(source, target, '--workspace', made.other)).toMatchObject({ code: 0 })
    const targetStore = openStore(target)
    const doorkit = open(targetStore)
    expect((await doorkit.workspaces.list()).map(({ id }) => id)).toEqual([made.other])
    expect((await call(doorkit, 'GET', '/me')).status).toBe(401)
    expect(await copy(source, target, '--workspace', made.workspace)).toMatchObject({ code: 0 })
    expect((await call(doorkit, 'GET', '/contacts')).status).toBe(200)
    expect(await doorkit.workspaces.list()).toHaveLength(2)
    await doorkit.close()
  })

  test('reports a newer master key of a target that already has another workspace', async () => {
    const [from, to] = [openStore(source), openStore(newStore())]
    await copyStore({ from, to, workspace: made.other })
    const newer = { version: 4, key: Buffer.alloc(32, 2).toString('base64') }
    const doorkit = createDoorkit({ store: to, masterKeys: [...masterKeys, newer] })
    expect((await call(doorkit, 'GET', '/me')).status).toBe(401)
    const report = await copyStore({ from, to, workspace: made.workspace })
    expect(report.masterKeys).toEqual([3, 4])
    expect(await doorkit.masterKeys.status()).toMatchObject({ needed: [3, 4], missing: [] })
    await doorkit.close()
  })

  test.each([
    ['a target that already has rows', [], /already has rows in /],
    [
      'a workspace if the target has another signing key',
      ['--workspace'],
      /does not use the keys of the source/,
    ],
  ])('refuses %s', async (_, flags, reason) => {
    const target = newStore()
    const doorkit = open(openStore(target))
    await doorkit.workspaces.create({ name: 'Mine', website: 'https://mine.example' })
    await newKey(doorkit, (await doorkit.workspaces.list())[0]?.id ?? '')
    const mine = await doorkit.workspaces.list()
    await call(doorkit, 'GET', '/contacts')
    const { code, stderr } = await copy(
      source,
      target,
      ...flags.flatMap((flag) => [flag, made.workspace]),
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(reason)
    expect(await doorkit.workspaces.list()).toEqual(mine)
    await doorkit.close()
  })

  test('refuses memory:, the same store twice, a missing source and an unknown workspace', async () => {
    for (const [from, to, flags, problem] of [
      ['memory:', newStore(), [], /cannot be memory:/],
      [source, source, [], /are the same store/],
      [newStore(), newStore(), [], /exists: create it with/],
      [source, newStore(), ['--workspace', 'ws_none'], /The source has no workspace ws_none\./],
    ] as const) {
      const { code, stderr } = await copy(from, to, ...flags)
      expect([code, stderr]).toEqual([1, expect.stringMatching(problem)])
    }
  })
})

/** Wraps a store so that a commit throws, as if the process died before or after the database commits. */
function createDyingStore(store: Store) {
  const state = { commits: 0, dieAt: 0, isAfterCommit: false }
  const dyingStore: Store = {
    ...store,
    async commit(...args) {
      state.commits += 1
      const isDeath = state.commits === state.dieAt
      if (isDeath && !state.isAfterCommit) throw new Error('killed')
      const result = await store.commit(...args)
      if (isDeath) throw new Error('killed')
      return result
    },
  }
  return { store: dyingStore, state }
}

describe('a copy that is killed', () => {
  test('before or after every fifth commit, and is resumed each time, copies the same rows as a copy that is not killed', async () => {
    const [from, whole] = [openStore(source), openStore(newStore())]
    const { collections } = await copyStore({ from, to: whole, pageSize: 12 })
    const { store: to, state } = createDyingStore(openStore(await newSchema()))
    let deaths = 0
    for (;;) {
      state.dieAt = state.commits + 5
      state.isAfterCommit = deaths % 2 === 1
      try {
        const report = await copyStore({ from, to, pageSize: 12 })
        expect(report).toMatchObject({ resumed: true, collections })
        break
      } catch (error) {
        expect(error).toMatchObject({ message: 'killed' })
        deaths += 1
        // A copy that is killed after its last commit is complete.
        if (state.isAfterCommit && (await settings.get(to, 'copy.*')) === null) break
      }
    }
    expect(deaths).toBeGreaterThan(20)
    expect(await settings.get(to, 'copy.*')).toBeNull()
    state.dieAt = 0
    const again = await copyStore({ from: to, to: openStore(newStore()), pageSize: 12 })
    expect(again.collections).toEqual(collections)
  })

  test('continues only from the same source', async () => {
    const { store: to, state } = createDyingStore(openStore(newStore()))
    state.dieAt = 3
    await expect(copyStore({ from: openStore(source), to })).rejects.toThrow('killed')
    const other = openStore(newStore())
    await open(other).migrate()
    await expect(copyStore({ from: other, to })).rejects.toThrow(/part of a copy of another source/)
  })
})

test('a copy detects a write to the source during the copy', async () => {
  const file = newStore()
  expect(await copy(source, file)).toMatchObject({ code: 0 })
  const from = openStore(file)
  const doorkit = open(from)
  let lateWrite: Promise<unknown> | undefined
  const copying = copyStore({
    from,
    to: openStore(newStore()),
    onProgress: ({ phase, collection }) => {
      if (phase === 'copying' && collection === 'workspaces') {
        lateWrite ??= call(doorkit, 'POST', '/contacts', { email: 'late@acme.example' })
      }
    },
  })
  await expect(copying).rejects.toThrow(/Source and target differ in .*contacts/)
  await lateWrite
})

test('a reader that has synced with the source misses no write to the target', async () => {
  const [file, target] = [newStore(), newStore()]
  expect(await copy(source, file)).toMatchObject({ code: 0 })
  const later = Date.now() + 3_600_000
  const before = open(openStore(file), later)
  const since = new Date(later).toISOString()
  expect((await call(before, 'GET', `/contacts?updated_since=${since}`)).body.data).toEqual([])
  await before.close()
  expect(await copy(file, target)).toMatchObject({ code: 0 })
  const after = open(openStore(target), Date.now())
  const written = await call(after, 'POST', '/contacts', { email: 'new@acme.example' })
  expect(Date.parse(written.body.updated_at)).toBeGreaterThanOrEqual(later)
  const seen = await call(after, 'GET', `/contacts?updated_since=${since}`)
  expect(seen.body.data).toMatchObject([{ email: 'new@acme.example' }])
  await after.close()
})

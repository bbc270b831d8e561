import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { path, newStore } = storeFolder()

/** Runs a command with `--json`, expects it to succeed, and parses its one line. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await runHere([...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^[^\n]+\n$/)
  return JSON.parse(stdout)
}

describe('workspaces', () => {
  test('are created from flags, and listed oldest first', async () => {
    const store = newStore()
    const acme = await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    expect(acme).toMatchObject({ name: 'Acme', plan: 'apex', mode: 'live', timezone: 'UTC' })
    const flags = ['--website', 'https://b.example', '--plan', 'evolve', '--timezone', 'Asia/Tokyo']
    const other = await json(
      'workspaces',
      'create',
      '--store',
      store,
      '--name',
      'B',
      ...flags,
      '--test',
    )
    expect(other).toMatchObject({ plan: 'evolve', mode: 'test', timezone: 'Asia/Tokyo' })
    expect(await json('workspaces', 'list', '--store', store)).toEqual([acme, other])
    const { stdout } = await runHere(['workspaces', 'list', '--store', store])
    expect(stdout).toMatch(
      /^ID +NAME +MODE +PLAN\nws_\w+ +Acme +live +apex\nws_\w+ +B +test +evolve\n$/,
    )
  })

  test('with an unknown time zone are refused on one line', async () => {
    const made = await runHere([
      ...['workspaces', 'create', '--store', newStore(), '--name', 'A'],
      ...['--timezone', 'Mars'],
    ])
    expect(made.code).toBe(1)
    expect(made.stderr).toMatch(/^timezone: [^\n]+\n$/)
  })
})

describe('API keys', () => {
  test('are created for the only live workspace, and work until they are revoked', async () => {
    const store = newStore()
    const { id: workspace } = await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    await json('workspaces', 'create', '--store', store, '--name', 'Trials', '--test')
    const scopes = ['--scopes', 'contacts:write,chat:write']
    const made = await json('keys', 'create', '--store', store, '--name', 'CRM', ...scopes)
    expect(Object.keys(made)).toEqual(['id', 'secret'])
    expect(await whoIs(store, made.secret)).toMatchObject({
      status: 200,
      body: { key: made.id, workspace, name: 'CRM', scopes: ['contacts:write', 'chat:write'] },
    })
    expect(await json('keys', 'revoke', made.id, '--store', store)).toEqual({
      id: made.id,
      revoked: true,
    })
    expect((await whoIs(store, made.secret))?.status).toBe(401)
    const [listed] = await json('keys', 'list', '--store', store)
    expect(listed).toMatchObject({ id: made.id, name: 'CRM', status: 'revoked' })
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    expect(listed).toMatchObject({ created_at: time, revoked_at: time, last_used_at: time })
    expect(listed.expires_at).toBeNull()
    expect(Object.keys(listed).filter((name) => /[A-Z]/.test(name))).toEqual([])
    expect(JSON.stringify(listed)).not.toContain(made.secret)
  })

  test('are read-only by default, and have full access on request', async () => {
    const store = newStore()
    await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    await json('keys', 'create', '--store', store)
    await json('keys', 'create', '--store', store, '--access', 'full_access')
    const { stdout } = await runHere(['keys', 'list', '--store', store])
    const access = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/).at(-1))
    expect(access).toEqual(['SCOPES', 'full_access', 'read_only'])
  })

  test('are not created with unknown scopes, nor without --workspace if there are two live workspaces', async () => {
    const store = newStore()
    await json('workspaces', 'create', '--store', store, '--name', 'A')
    const unknown = await runHere(['keys', 'create', '--store', store, '--scopes', 'chat:all'])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('chat:all')
    await json('workspaces', 'create', '--store', store, '--name', 'B')
    expect((await runHere(['keys', 'create', '--store', store])).stderr).toBe(
      'The store has 2 live workspaces: choose one with --workspace ID.\n',
    )
  })
})

test('an API key is revoked by its id in any workspace', async () => {
  const store = newStore()
  await json('workspaces', 'create', '--store', store, '--name', 'A')
  const { id: workspace } = await json('workspaces', 'create', '--store', store, '--name', 'B')
  const key = await json('keys', 'create', '--store', store, '--workspace', workspace)
  const twice = ['keys', 'revoke', key.id, '--id', 'key_other', '--store', store]
  expect(await runHere(twice)).toMatchObject({
    code: 1,
    stderr: 'Give the id of the API key or --id, not both.\n',
  })
  expect(await json('keys', 'revoke', key.id, '--store', store)).toEqual({
    id: key.id,
    revoked: true,
  })
  expect((await whoIs(store, key.secret))?.status).toBe(401)
  expect(await runHere(['keys', 'revoke', 'key_nobody', '--store', store])).toMatchObject({
    code: 1,
    stderr: 'The store has no API key key_nobody.\n',
  })
})

test('more workspaces than fit on a page are all listed, and access tokens are listed apart from API keys', async () => {
  const store = newStore()
  const file = store.slice('sqlite:'.length)
  const doorkit = createDoorkit({ store: sqliteStore({ file }) })
  const website = 'https://b.example'
  const names = Array.from({ length: 1_001 }, (_, index) => `W${index}`)
  const made = await Promise.all(names.map((name) => doorkit.workspaces.create({ name, website })))
  const workspace = made[0]?.id ?? ''
  const input = { workspace, name: 'App', access: 'read_only' } as const
  await doorkit.keys.createAccessToken(input)
  await doorkit.keys.create(input)
  await doorkit.close()
  expect(await json('workspaces', 'list', '--store', store)).toHaveLength(1_001)
  const flags = ['--store', store, '--workspace', workspace]
  expect(await json('keys', 'list', ...flags)).toMatchObject([{ kind: 'secret_key' }])
  expect(await json('keys', 'list', ...flags, '--tokens')).toMatchObject([{ kind: 'access_token' }])
})

describe('requests', () => {
  test('are listed for one workspace, newest first', async () => {
    const store = newStore()
    const { id: workspace } = await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    const made = await json('workspaces', 'create', '--store', store, '--name', 'S', '--test')
    const key = await json('keys', 'create', '--store', store)
    const other = await json('keys', 'create', '--store', store, '--workspace', made.id)
    await callApi(store, key.secret, '/contacts?limit=3')
    await callApi(store, other.secret, '/me')
    await callApi(store, key.secret, '/contacts/ct_nobody')
    await callApi(store, key.secret, '/nowhere')

    const requests = await json('requests', '--store', store)
    expect(requests).toMatchObject([
      { workspace, key: key.id, method: 'GET', path: null, status: 404 },
      { workspace, key: key.id, method: 'GET', path: '/contacts/{id}', status: 404 },
      { workspace, key: key.id, method: 'GET', path: '/contacts', status: 200 },
    ])
    for (const request of requests) {
      expect(request.id).toMatch(/^req_\w+$/)
      expect(Math.abs(Date.now() - Date.parse(request.at))).toBeLessThan(60_000)
      expect(request.duration_ms).toBeGreaterThanOrEqual(0)
    }
    expect(await json('requests', '--store', store, '--workspace', made.id)).toMatchObject([
      { workspace: made.id, key: other.id, path: '/me', status: 200 },
    ])
  })

  test('are printed in columns', async () => {
    const store = newStore()
    await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    const none = await runHere(['requests', '--store', store])
    expect(none).toEqual({ code: 0, stdout: 'No requests in the last 30 days.\n', stderr: '' })
    const key = await json('keys', 'create', '--store', store)
    await callApi(store, key.secret, '/me')
    const { stdout } = await runHere(['requests', '--store', store])
    expect(stdout).toMatch(
      /^TIME +METHOD +PATH +STATUS +DURATION +KEY +REQUEST\n\S+Z +GET +\/me +200 +\S+ ms +key_\w+ +req_\w+\n$/,
    )
  })

  test('are limited to the last 50', async () => {
    const store = newStore()
    await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    const { secret } = await json('keys', 'create', '--store', store)
    const newest = Array.from({ length: 50 }, () => '/me')
    await callApi(store, secret, '/contacts', '/contacts', ...newest)
    const requests: { path: string }[] = await json('requests', '--store', store)
    expect(requests.map(({ path }) => path)).toEqual(newest)
  })

  test('are not listed for an unknown workspace', async () => {
    const store = newStore()
    await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    expect(await runHere(['requests', '--store', store, '--workspace', 'ws_other'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The store has no workspace ws_other.\n',
    })
  })
})

describe('migrate', () => {
  test('prints its statements, runs them, and then has none left', async () => {
    const store = newStore()
    const dry = await json('migrate', '--dry-run', '--store', store)
    expect(dry.applied).toBe(false)
    expect(dry.statements.length).toBeGreaterThan(10)
    expect(existsSync(store.slice('sqlite:'.length))).toBe(false)
    expect(await json('migrate', '--store', store)).toEqual({ ...dry, applied: true })
    expect(await json('migrate', '--store', store)).toEqual({ statements: [], applied: true })
    const { stdout } = await runHere(['migrate', '--store', store])
    expect(stdout).toBe('The store is up to date.\n')
  })

  test('status says whether a store needs a migration, and whether one is running', async () => {
    const store = newStore()
    await json('migrate', '--store', store)
    const status = () => json('migrate', 'status', '--store', store)
    expect(await status()).toEqual({ up_to_date: true, missing: [], under_way_until: null })
    const db = new DatabaseSync(store.slice('sqlite:'.length))
    db.exec('drop index doorkit_events__i_events_age')
    const behind = {
      up_to_date: false,
      missing: [expect.stringContaining('events_age')],
      under_way_until: null,
    }
    expect(await status()).toEqual(behind)
    const until = Date.UTC(2126, 0, 1)
    db.exec(`update doorkit__schema set until = ${until}`)
    expect(await status()).toEqual({ ...behind, under_way_until: new Date(until).toISOString() })
    db.close()
  })

  test('refuses a store of a later version, as other commands do, and says what to do', async () => {
    const store = newStore()
    await json('migrate', '--store', store)
    const db = new DatabaseSync(store.slice('sqlite:'.length))
    db.exec('update doorkit__schema set version = 1000')
    db.close()
    for (const args of [['migrate'], ['migrate', 'status'], ['workspaces', 'list']]) {
      const { code, stderr } = await runHere([...args, '--store', store])
      expect(code).toBe(1)
      expect(stderr).toContain('Run the release that migrated the database, or a later one.')
    }
  })

  test('does not change a file that is not a database', async () => {
    writeFileSync(path('letter.db'), 'Dear Ada')
    const { code, stderr } = await runHere(['migrate', '--store', `sqlite:${path('letter.db')}`])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Cannot open [^\n]+\n$/)
    expect(readFileSync(path('letter.db'), 'utf8')).toBe('Dear Ada')
  })
})

test('the OpenAPI document is printed, with and without --json', async () => {
  const document = await json('openapi')
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(JSON.parse((await runHere(['openapi'])).stdout)).toEqual(document)
})

/** Calls GET /me with an API key. */
async function whoIs(store: string, secret: string) {
  const [answer] = await callApi(store, secret, '/me')
  return answer
}

/** Calls the API directly on a store, one path after another. */
async function callApi(store: string, secret: string, ...paths: string[]) {
  const doorkit = createDoorkit({ store: sqliteStore({ file: store.slice('sqlite:'.length) }) })
  const headers = { Authorization: `Bearer ${secret}` }
  const answers = []
  for (const path of paths) {
    const response = await doorkit.fetch(new Request(`http://localhost/v1${path}`, { headers }))
    answers.push({ status: response.status, body: await response.json() })
  }
  await doorkit.close()
  return answers
}

describe('scrub', () => {
  test('rewrites a file without its unused pages, and keeps its data', async () => {
    const store = newStore()
    const { id } = await json('workspaces', 'create', '--store', store, '--name', 'Acme')
    const db = new DatabaseSync(store.slice('sqlite:'.length))
    db.exec(
      "create table large (text text) strict; insert into large select hex(randomblob(1e6)) from json_each('[1,2,3,4,5,6]'); delete from large where rowid > 3",
    )
    const unused = () => db.prepare('select freelist_count from pragma_freelist_count').get()
    expect(unused()).not.toEqual({ freelist_count: 0 })
    expect(await json('scrub', '--store', store)).toEqual({ scrubbed: true })
    expect(unused()).toEqual({ freelist_count: 0 })
    db.close()
    expect(await json('workspaces', 'list', '--store', store)).toMatchObject([{ id }])
  })

  test('is refused on one line for a store without a file', async () => {
    const { code, stderr } = await runHere(['scrub', '--store', 'memory:'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^This command rewrites SQLite stores only[^\n]+\n$/)
  })
})

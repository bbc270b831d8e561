import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@doorkit/client'
import { createDoorkit, type Doorkit } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { run, startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { path, newStore } = storeFolder()

const fileOf = (url: string) => url.slice('sqlite:'.length)

test('a backup of a busy server can be served, and contains every write that was acknowledged before it', async () => {
  const store = newStore()
  const { facts } = await startServing('--store', store)
  const client = createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })
  const idsBefore: string[] = []
  for (let at = 0; at < 50; at += 1) {
    idsBefore.push((await client.contacts.upsert({ email: `before-${at}@example.com` })).id)
  }
  let isOver = false
  let writes = 0
  const writing = (async () => {
    for (; !isOver; writes += 1) {
      await client.contacts.upsert({ email: `${writes}@example.com` })
      await sleep(5)
    }
  })()
  const backup = path('backup.db')
  const { code, stdout, stderr } = await run(['backup', backup, '--store', store, '--json'])
  isOver = true
  await writing
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(writes).toBeGreaterThan(0)
  const { size } = statSync(backup)
  expect(JSON.parse(stdout)).toEqual({ file: backup, bytes: size, schema_version: 1 })

  const restored = path('restored.db')
  copyFileSync(backup, restored)
  const served = await startServing('--store', `sqlite:${restored}`)
  // The backup contains the API keys too.
  const reader = createClient({ apiKey: facts.api_key, baseUrl: served.facts.base_url })
  const found = await reader.contacts.list().toArray({ limit: 100_000 })
  const ids = new Set<string>(found.map(({ id }) => id))
  expect(idsBefore.filter((id) => !ids.has(id))).toEqual([])
})

test('backup replaces a file only with --force, never replaces the store itself, and prints the path of the backup', async () => {
  const store = newStore()
  await runHere(['workspaces', 'create', '--store', store, '--name', 'Acme'])
  const backup = path('again.db')
  writeFileSync(backup, 'mine')
  const refused = await runHere(['backup', backup, '--store', store])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^[^\n]+again\.db exists already\. [^\n]+--force[^\n]+\n$/)
  const forced = await runHere(['backup', backup, '--store', store, '--force'])
  expect(forced).toMatchObject({ code: 0, stderr: '' })
  expect(forced.stdout).toMatch(
    /The backup is in \S+again\.db \(\d+ bytes\) and passed its check\./,
  )
  const list = (url: string) => runHere(['workspaces', 'list', '--store', url, '--json'])
  expect(await list(`sqlite:${backup}`)).toEqual(await list(store))
  const ontoItself = await runHere(['backup', fileOf(store), '--store', store, '--force'])
  expect(ontoItself.code).toBe(1)
  expect(await list(`sqlite:${backup}`)).toEqual(await list(store))
  expect(readdirSync(dirname(backup)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a backup that cannot be made is refused in one line', async () => {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  const to = path('never.db')
  for (const [args, part] of [
    [['--store', newStore()], 'Name the file'],
    [[to], '--store is missing'],
    [[to, '--store', newStore()], 'exists: create it with'],
    [[to, '--store', 'memory:'], 'This command backs up SQLite stores only'],
    [[to, '--store', schema.url], 'for PostgreSQL use pg_dump'],
  ] as const) {
    const { code, stdout, stderr } = await runHere(['backup', ...args])
    expect({ code, stdout }, part).toEqual({ code: 1, stdout: '' })
    expect(stderr, part).toContain(part)
    expect(stderr, part).toMatch(/^[^\n]+\n$/)
  }
  expect(existsSync(to)).toBe(false)
})

test('doorkit.backup works as the first call of a kit, and refuses a store without a file', async () => {
  const store = newStore()
  await runHere(['workspaces', 'create', '--store', store, '--name', 'Acme'])
  const doorkit = createDoorkit({ store: sqliteStore({ file: fileOf(store) }) })
  const file = path('in-code.db')
  expect(await doorkit.backup({ file })).toMatchObject({ file, schemaVersion: 1 })
  const restored = createDoorkit({ store: sqliteStore({ file }) })
  const names = async (kit: Doorkit) => (await kit.workspaces.list()).map(({ name }) => name)
  expect(await names(restored)).toEqual(['Acme'])
  await Promise.all([doorkit.close(), restored.close()])
  const memory = createDoorkit({ store: memoryStore() })
  await expect(memory.backup({ file })).rejects.toMatchObject({ code: 'conflict' })
  await memory.close()
})

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { runDoorkit } from './support/doorkit-command.ts'
import { createServedFile } from './support/file-store.ts'
import { everyScope } from './support/operations.ts'
import { startServerOn } from './support/server.ts'
import type { KeyIdentity } from './support/wire.ts'

// These tests need a database file, so they run only over SQLite. A server in another process uses the
// file while one test reads its bytes and the other runs commands on it.
const store = createServedFile()
const server = await startServerOn(store)
const { databaseFile } = store
const { workspace } = server

// docs/api.md#api-keys
test('the database does not contain the secret of an API key', async () => {
  const scopes = ['contacts:read'] as const
  const { secret } = await server.host.keys.create({ workspace, name: 'Conformance', scopes })
  await ok(server.as(secret).get('/contacts'))
  const directory = dirname(databaseFile)
  const files = readdirSync(directory).filter((name) => name.startsWith(basename(databaseFile)))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    expect(readFileSync(join(directory, file)).includes(secret), file).toBe(false)
  }
})

// docs/api.md#scopes
test('an API key from the command line has the scopes of its preset, or the given ones', async () => {
  const scopesOfNewKey = async (...flags: string[]) => {
    const target = ['--store', `sqlite:${databaseFile}`, '--workspace', workspace]
    const { secret } = await runDoorkit<{ secret: string }>('keys', 'create', ...target, ...flags)
    const { scopes } = await ok(server.as(secret).get<KeyIdentity>('/me'))
    return [...scopes].sort()
  }
  const [readOnly, full, chosen] = await Promise.all([
    scopesOfNewKey('--access', 'read_only'),
    scopesOfNewKey('--access', 'full_access'),
    scopesOfNewKey('--scopes', 'contacts:write,chat:write'),
  ])
  expect(readOnly).toEqual(everyScope.filter((scope) => scope.endsWith(':read')).sort())
  expect(full).toEqual([...everyScope].sort())
  expect(chosen).toEqual(['chat:write', 'contacts:write'])
})

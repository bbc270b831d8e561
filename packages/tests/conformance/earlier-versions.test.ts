import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { api, type Operation } from '@doorkit/models'
import { createDoorkit, manualClock } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { countRows, readEveryRow } from './earlier-versions/count-rows.ts'
import type { KeptContent } from './earlier-versions/fill-database.ts'

// earlier-versions/keep-databases.ts made the database of each version with the code of that version.
// After its release, the database of a version never changes.
const folder = fileURLToPath(new URL('earlier-versions/', import.meta.url))
const versions = readdirSync(folder).filter((name) => name.startsWith('version-'))
/**
 * The number of lists that have an item in the database of version 1, and so in that of each later version.
 */
const listsOfFirstVersion = 12
const engine = inject('store') === 'postgres' ? 'postgres' : 'sqlite'
const unpack = (version: string, name: string) =>
  gunzipSync(readFileSync(join(folder, version, name)))

const open: Readonly<Record<typeof engine, (version: string) => Promise<Store>>> = {
  async sqlite(version) {
    const directory = mkdtempSync(join(tmpdir(), 'doorkit-kept-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'doorkit.db')
    writeFileSync(file, unpack(version, 'sqlite.db.gz'))
    return sqliteStore({ file })
  },
  async postgres(version) {
    const dump = unpack(version, 'postgres.sql.gz').toString()
    const { url, remove } = await createSchema(inject('postgres'), dump)
    onTestFinished(remove)
    return postgresStore({ url, maxConnections: 3 })
  },
}

/** Lists the paths of all operations that only read, with the ids of a kept database. */
function* listReadPaths(ids: KeptContent['ids']): Generator<[path: string, operation: Operation]> {
  const operations = Object.values(api).flatMap((group): Operation[] => Object.values(group))
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const schema = operation.params?.[name]
      return Object.values(ids).find((id) => schema?.safeParse(id).success) ?? `no-${name}`
    })
    yield [path, operation]
  }
}

describe.each(versions)('the database of an earlier version (%s)', (version) => {
  // docs/stability.md#what-semantic-versioning-covers
  test('can be opened, read and served by the current code', async () => {
    const contents = JSON.parse(readFileSync(join(folder, version, 'content.json'), 'utf8'))
    const content: KeptContent = contents[engine]
    const store = await open[engine](version)
    const clock = manualClock(content.now)
    const doorkit = createDoorkit({ store, clock })
    onTestFinished(() => doorkit.close())
    await doorkit.ping()

    expect(await countRows(store)).toMatchObject(content.rows)
    const filled = Object.values(content.rows).filter((rows) => rows > 0)
    expect(filled.length).toBeGreaterThanOrEqual(38)
    expect(await readEveryRow(store)).toBeGreaterThan(filled.length)

    const passages = { in: 'knowledge_chunks', index: 'id', where: [], dir: 'asc' } as const
    const [passage] = await store.list({ ...passages, limit: 1 })
    const { text } = (passage?.data ?? {}) as { text: string }
    const where = [
      { column: 'workspace', op: 'eq', value: String(passage?.columns.workspace) },
    ] as const
    const [hit] = (await store.search?.({ in: 'knowledge_chunks', where, text, limit: 1 })) ?? []
    expect(hit?.row).toEqual(passage)

    const headers = {
      Authorization: `Bearer ${content.secret}`,
      'Content-Type': 'application/json',
    }
    let served = 0
    let filledLists = 0
    for (const [path, { reply }] of listReadPaths(content.ids)) {
      const answer = await doorkit.fetch(`http://localhost/v1${path}`, { headers })
      const text = await answer.text()
      expect(answer.status, `${path}: ${text}`).toBe(200)
      // A list that a later version introduced is empty here.
      if (reply.kind === 'list' && JSON.parse(text).data.length > 0) filledLists += 1
      served += 1
    }
    expect(served).toBeGreaterThan(20)
    expect(filledLists).toBeGreaterThanOrEqual(listsOfFirstVersion)

    const body = JSON.stringify({ email: 'new@example.com' })
    const written = await doorkit.fetch('http://localhost/v1/contacts', {
      method: 'POST',
      headers,
      body,
    })
    expect(written.status).toBe(200)
  })
})

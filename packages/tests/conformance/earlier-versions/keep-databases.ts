/**
 * Makes the databases of the current version. Later versions must be able to open them:
 * `node --conditions=@doorkit/source packages/tests/conformance/earlier-versions/keep-databases.ts 1`
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createDoorkit, manualClock } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema, dumpSchema, startPostgresProcess } from '@doorkit/tests/postgres'
import { countRows } from './count-rows.ts'
import { captureAgent, fillDatabase, type KeptContent } from './fill-database.ts'

const [name] = process.argv.slice(2)
if (!name) throw new Error('Give the number of the version, such as 1.')
const folder = fileURLToPath(new URL(`version-${name}/`, import.meta.url))
mkdirSync(folder, { recursive: true })

async function fill(store: Store, onFilled: () => Promise<void> = async () => {}) {
  const clock = manualClock(Date.UTC(2026, 9, 12, 9, 30))
  const doorkit = createDoorkit({
    store,
    clock,
    agent: captureAgent,
    allowPrivateWebhooks: true,
    allowPrivatePages: true,
  })
  const facts = await fillDatabase(doorkit, clock)
  // Before it reads, `requests.list` writes the requests that are not in the log yet.
  await doorkit.requests.list({ workspace: '' })
  const content: KeptContent = { now: clock.now(), ...facts, rows: await countRows(store) }
  await onFilled()
  await doorkit.close()
  return content
}

const file = join(tmpdir(), `doorkit-kept-${process.pid}.db`)
const fileContent = await fill(sqliteStore({ file }))
const postgres = await startPostgresProcess()
const { url } = await createSchema(postgres.url)
let dump = ''
const postgresContent = await fill(postgresStore({ url }), async () => {
  dump = await dumpSchema(url)
})
await postgres.stop()

for (const [collection, rows] of Object.entries(fileContent.rows)) {
  if (rows === 0) process.stderr.write(`${collection} has no row.\n`)
}
writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(file), { level: 9 }))
writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }))
const content = { sqlite: fileContent, postgres: postgresContent }
writeFileSync(join(folder, 'content.json'), `${JSON.stringify(content, null, 2)}\n`)
rmSync(file)

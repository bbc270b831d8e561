import { createClient } from '@doorkit/client'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

const fileOf = (url: string) => url.slice('sqlite:'.length)

async function newSchema(): Promise<string> {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  return schema.url
}

const copy = (from: string, to: string, ...flags: string[]) =>
  runHere(['copy', '--from', from, '--to', to, ...flags])

test('a file that a server has open cannot be copied until the server has stopped', async () => {
  const [file, target] = [newStore(), newStore()]
  const served = await startServing('--store', file)
  const refused = await copy(file, target)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^Keep every [^\n]+\nAnother process has [^\n]+ open\. Stop every server and worker that uses it\.\n$/,
  )
  served.child.kill('SIGTERM')
  await served.ended
  expect(await copy(file, target)).toMatchObject({ code: 0 })
})

test('a file that is open for a copy cannot be opened again until it is closed', async () => {
  const file = newStore()
  expect(await runHere(['migrate', '--store', file])).toMatchObject({ code: 0 })
  const source = sqliteStore({ file: fileOf(file), exclusive: true })
  expect(source.backup).toBeUndefined()
  expect(() => sqliteStore({ file: fileOf(file), busyTimeoutMs: 0 })).toThrow(/locked/)
  await source.close()
  await sqliteStore({ file: fileOf(file), busyTimeoutMs: 0 }).close()
})

test('a copy from PostgreSQL is refused while an idle server has the store open', async () => {
  const [postgres, target] = [await newSchema(), newStore()]
  const served = await startServing('--store', postgres)
  const refused = await copy(postgres, target)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^Keep every [^\n]+\nServers or workers have this store open \(connections that listen for writes: 1\)\. Stop them all first\.\n$/,
  )
  served.child.kill('SIGTERM')
  await served.ended
  expect(await copy(postgres, target)).toMatchObject({ code: 0 })
})

test('a copy from PostgreSQL fails if a server writes to the source, but the target has every write that was acknowledged before the copy', async () => {
  const [postgres, target] = [await newSchema(), newStore()]
  // A worker would be noticed before the copy starts.
  const { facts } = await startServing('--store', postgres, '--no-worker')
  const client = createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })
  const acknowledgedIds: string[] = []
  let onStarted = () => {}
  const started = new Promise<void>((resolve) => {
    onStarted = resolve
  })
  let isOver = false
  const write = async (writer: number) => {
    for (let at = 0; !isOver; at += 1) {
      const { id } = await client.contacts.upsert({ email: `${writer}-${at}@example.com` })
      acknowledgedIds.push(id)
      if (acknowledgedIds.length === 40) onStarted()
    }
  }
  const writing = [0, 1, 2, 3].map(write)
  await started
  const idsBefore = [...acknowledgedIds]
  const copied = await copy(postgres, target)
  isOver = true
  await Promise.all(writing)
  expect(copied).toMatchObject({ code: 1, stdout: '' })
  expect(copied.stderr).toMatch(
    /^Keep every [^\n]+ does not notice an idle server with --no-worker or notify=false, /,
  )
  expect(copied.stderr).toMatch(/A server or worker still writes to the source, [^\n]+\n$/)

  const doorkit = createDoorkit({ store: sqliteStore({ file: fileOf(target) }) })
  const reader = createClient({
    apiKey: facts.api_key,
    baseUrl: 'http://localhost/v1',
    fetch: doorkit.fetch,
  })
  const found = await reader.contacts.list().toArray({ limit: 100_000 })
  await doorkit.close()
  const ids = new Set<string>(found.map(({ id }) => id))
  expect(idsBefore.filter((id) => !ids.has(id))).toEqual([])
})

test('a store on an engine that cannot keep other writers out is copied only with --stopped', async () => {
  const postgres = await newSchema()
  const plain = `${postgres}${postgres.includes('?') ? '&' : '?'}engine=cockroachdb`
  expect(await runHere(['migrate', '--store', plain])).toMatchObject({ code: 0 })
  const refused = await copy(plain, newStore())
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/cannot keep other writers out: [^\n]+--stopped\)\.\n$/)
  expect(await copy(plain, newStore(), '--stopped')).toMatchObject({ code: 0 })
})

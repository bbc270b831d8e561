import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import { expect, onTestFinished, test } from 'vitest'
import { toNode } from '../src/http/mounts/node.ts'
import { agentOf, textChunks } from './support/agents.ts'
import { listen } from './support/hosts.ts'
import { caller, createKit } from './support/kit.ts'

const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')

/** Returns the files that the page lists for these steps of a request. */
function listFiles(...steps: readonly string[]): string[] {
  const rows = [...page.matchAll(/^\| (.+) \| (`.+\.ts`) \|$/gm)].map(([, step, files]) => ({
    step,
    files,
  }))
  const wanted = rows.filter(({ step = '' }) => steps.some((name) => step.startsWith(`${name}: `)))
  return wanted.flatMap(({ files = '' }) => files.replaceAll('`', '').split(', ')).sort()
}

// A reader need not open the files of these folders: the names of their functions say what a call does.
const unread = /^(?:admin|collections|errors|ids|limits|network|ports|secrets|text|values)\//

/** Returns the other files of the server whose functions run, or whose values are read, during some work. */
async function filesRunDuring(work: () => Promise<unknown>): Promise<string[]> {
  const inspector = new Session()
  inspector.connect()
  onTestFinished(() => inspector.disconnect())
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const run = result.filter(({ functions }) =>
    functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
  )
  const files = run.flatMap(({ url }) => /\/packages\/server\/src\/(.+\.ts)$/.exec(url)?.[1] ?? [])
  return files.filter((file) => !unread.test(file)).sort()
}

/** Returns functions that send a request over `node:http`, after each has sent one. */
async function setUp() {
  const agent = agentOf(() => textChunks('Hello there.'))
  const { doorkit, key } = await createKit({ agent })
  const origin = await listen(createServer(toNode(doorkit)))
  const call = caller({ doorkit, key }, (path, init) => fetch(`${origin}/v1${path}`, init))
  const write = (path: string, body: object) =>
    call('POST', path, { body, headers: { 'Idempotency-Key': randomUUID() } })
  const session = (await write('/chat/sessions', {})).json.id
  const say = () => write(`/chat/sessions/${session}/messages`, { text: 'Hello', stream: true })
  const upsert = () => write('/contacts', { email: 'jane@client.example' })
  await say()
  await upsert()
  return { say, upsert }
}

test('docs/architecture.md lists the files that create or change a contact', async () => {
  const { upsert } = await setUp()
  const files = listFiles('every request', 'a contact')
  expect(files.length).toBeGreaterThan(10)
  expect(await filesRunDuring(upsert)).toEqual(files)
})

test('docs/architecture.md lists the files that answer a message with a stream', async () => {
  const { say } = await setUp()
  const files = listFiles('every request', 'a message')
  expect(files.length).toBeGreaterThan(20)
  expect(await filesRunDuring(say)).toEqual(files)
})

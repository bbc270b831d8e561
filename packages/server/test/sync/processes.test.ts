import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { scopes } from '@doorkit/models'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createDoorkit } from '../../src/index.ts'
import type { Answer, Order } from './children/serve.ts'
import { createMirror, type Fetch, resourceNames, resources, walk } from './mirror.ts'
import { type Post, writeChats, writeContacts } from './writers.ts'

const script = fileURLToPath(import.meta.resolve('./children/serve.ts'))
const execArgv = ['--conditions=@doorkit/source', '--disable-warning=ExperimentalWarning']

/** A server in a process of its own. */
async function startServer(file: string) {
  const child = fork(script, { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { port } = (await order(child, { do: 'serve', file })) as { port: number }
  return { child, baseUrl: `http://127.0.0.1:${port}/v1` }
}

async function order(child: ChildProcess, what: Order): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(what)
  const [message] = await Promise.race([
    answer,
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`The process ended with ${code}.`)),
    ),
  ])
  return message as Answer
}

/** A workspace in a new file, and its API keys. */
async function createFile() {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-sync-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'doorkit.db')
  const doorkit = createDoorkit({ store: sqliteStore({ file }) })
  const workspace = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const secrets: string[] = []
  // The readers send requests as fast as they can, which could exceed the rate limit of one API key.
  for (let count = 0; count < 20; count++) {
    const name = `Key ${count}`
    secrets.push((await doorkit.keys.create({ workspace: workspace.id, name, scopes })).secret)
  }
  await doorkit.close()
  return { file, workspace: workspace.id, secrets }
}

// docs/api.md#sync
test('incremental readers miss nothing while two processes serve and write one file', async () => {
  const { file, workspace, secrets } = await createFile()
  const servers = await Promise.all([startServer(file), startServer(file)])
  let calls = 0
  /** Uses the servers alternately, so that each page of a walk can come from another server. */
  async function call(method: string, path: string, body?: object) {
    const secret = secrets[Math.floor(calls / servers.length) % secrets.length]
    const { baseUrl } = servers[calls++ % servers.length] ?? { baseUrl: '' }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, json: (await response.json()) as unknown }
  }
  const get: Fetch = (path) => call('GET', path)
  const pause = async () => void (await setImmediate())
  const post: Post = call

  let writing = true
  const writers = Promise.all([
    writeContacts(post, 30, pause),
    writeContacts(post, 30, pause),
    writeChats(post, 12, pause),
    ...servers.map(({ child }, place) =>
      order(child, { do: 'record', workspace, name: `server${place}` }),
    ),
  ]).finally(() => {
    writing = false
  })
  let runs = 0
  const mirrors = await Promise.all([
    ...resourceNames.map(async (resource) => {
      const mirror = createMirror(get, resource, Date.now)
      while (writing) {
        await mirror.run()
        runs++
      }
      await mirror.run()
      return mirror.copies
    }),
    writers.then(() => new Map()),
  ])
  expect(runs).toBeGreaterThan(6)
  const sizes = { contacts: 17 + 4 + 2 * 5, conversations: 4 + 2 * (10 + 1), meetings: 2 * 10 }
  for (const [place, resource] of resourceNames.entries()) {
    const all = await walk(get, resources[resource])
    expect(all.size).toBe(sizes[resource])
    expect(mirrors[place]).toEqual(all)
  }
  for (const { child } of servers) {
    const ended = once(child, 'exit')
    await order(child, { do: 'end' })
    expect(await ended).toEqual([0, null])
  }
})

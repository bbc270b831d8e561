import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { listen } from '../../../server/test/support/hosts.ts'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { walk } from '../../../server/test/support/pages.ts'
import type { Round } from '../campaign.ts'
import { temporaryFile } from '../round-resources.ts'

/** A write with its idempotency key, to repeat it. */
interface SentRequest {
  readonly path: string
  readonly body: object
  readonly key: string
}

const lists = [
  '/conversations?expand=messages&include_test=true&limit=100',
  '/contacts?limit=100',
  '/meetings?include_test=true&limit=100',
  '/events?limit=100',
  '/personal_links?limit=100',
  '/link_greetings?limit=100',
]

/** Two servers on one file. The receiver of their webhooks echoes its requests. */
export async function openScene(round: Round) {
  const file = temporaryFile(round)
  const kit = await createKit({ store: sqliteStore({ file }) })
  const other = createDoorkit({
    store: sqliteStore({ file }),
    clock: kit.clock,
    allowPrivateWebhooks: true,
  })
  round.onEnd(() => Promise.all([kit.doorkit.close(), other.close()]))
  const calls = [caller(kit), caller({ doorkit: other, key: kit.key })] as const
  const [call] = calls

  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    received.push(body)
    // Every third delivery is refused, so that it is retried.
    response.writeHead(received.length % 3 === 0 ? 500 : 200).end(`Noted: ${body.slice(-400)}`)
  })
  const url = await listen(receiver, round.onEnd)
  const endpoint = await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })

  const sent: SentRequest[] = []
  let keys = 0
  const sessions: string[] = []
  return {
    kit,
    received,
    sent,
    sessions,
    endpoint: endpoint.json.id as string,
    record: kit.doorkit.record(kit.workspace.id),
    call,
    /** Sends a write with its own idempotency key to one of the servers. */
    async send(path: string, body: object) {
      kit.clock.advance(1_100)
      const key = `key-${keys++}`
      sent.push({ path, body, key })
      const headers = { 'Idempotency-Key': key }
      const answer = await round.random.pick(calls)('POST', path, { body, headers })
      if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.text}`)
      return answer
    },
    /** Runs one pass of the worker. */
    async work() {
      kit.clock.advance(4_000)
      await kit.doorkit.worker.tick()
    },
    /** The lists, the analytics and the chat sessions, which could show the person. */
    async everything(): Promise<Map<string, string>> {
      const shown = new Map<string, string>()
      for (const path of lists) {
        kit.clock.advance(60_000)
        shown.set(path, JSON.stringify(await walk(call, path)))
      }
      const log = `/webhook_endpoints/${endpoint.json.id}/deliveries?limit=100`
      shown.set(log, JSON.stringify(await walk(call, log)))
      const single = ['/analytics?range=90d', ...sessions.map((id) => `/chat/sessions/${id}`)]
      for (const path of single) {
        kit.clock.advance(1_000)
        shown.set(path, (await call('GET', path)).text)
      }
      return shown
    },
    /** Repeats every write, and returns the replays. */
    async replays(): Promise<Map<string, string>> {
      const replays = new Map<string, string>()
      for (const { path, body, key } of sent) {
        kit.clock.advance(1_100)
        const answer = await call('POST', path, { body, headers: { 'Idempotency-Key': key } })
        if (answer.headers.has('idempotent-replayed')) replays.set(`${path} ${key}`, answer.text)
      }
      return replays
    },
    /** Every byte of the database and of its logs. */
    bytes: () =>
      ['', '-wal', '-shm']
        .map((suffix) => `${file}${suffix}`)
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'latin1'))
        .join(''),
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

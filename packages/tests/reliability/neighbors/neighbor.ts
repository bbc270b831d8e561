import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerParent } from './child.ts'

/** The other workspace: the server that it calls, its API key, and the objects that it uses. */
export interface OtherWorkspace {
  readonly origin: string
  readonly secret: string
  readonly contact: string
  /** The message that it sends to its chats. */
  readonly question: string
}

/** How long the other workspace waited, in milliseconds. */
export interface Waits {
  readonly asked: number
  /** How many requests failed: without an answer, or with a wrong one. */
  readonly failed: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** The longest wait of each kind of request. */
  readonly byKind: Readonly<Record<string, number>>
  /** The answer of the first failed request. */
  readonly failure: string | null
}

/** The interval between requests. Each of the four kinds is sent 25 times a second. */
const intervalMs = 10
const giveUpAfterMs = 60_000

const workspace = JSON.parse(process.argv[2] ?? '') as OtherWorkspace
let agent = new Agent({ keepAlive: true })

const kinds = {
  // Each of these requests opens a connection, as those of a new visitor do.
  get: () => send('GET', `/contacts/${workspace.contact}`, undefined, new Agent()),
  list: () => send('GET', '/contacts?limit=10'),
  upsert: (at: number) => send('POST', '/contacts', { email: `${at % 50}@small.example` }),
  message: (at: number) => {
    const session = sessions[at % sessions.length]
    return send('POST', `/chat/sessions/${session}/messages`, { text: workspace.question })
  },
} as const

type Kind = keyof typeof kinds

/** Resolves with the status, or with the reason why there is none. */
function send(
  method: string,
  path: string,
  body?: object,
  connections = agent,
): Promise<number | string> {
  const text = body && JSON.stringify(body)
  return new Promise((resolve) => {
    const asked = request(
      `${workspace.origin}/v1${path}`,
      {
        method,
        agent: connections,
        signal: AbortSignal.timeout(giveUpAfterMs),
        headers: {
          Authorization: `Bearer ${workspace.secret}`,
          ...(text && { 'Content-Type': 'application/json', 'Content-Length': text.length }),
        },
      },
      (answer) => {
        answer.on('error', (error) => resolve(error.message))
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.resume()
      },
    )
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close an idle connection at the moment when it is used again.
      const isStale = asked.reusedSocket && error.code === 'ECONNRESET'
      resolve(isStale ? send(method, path, body, connections) : error.message)
    })
    asked.end(text)
  })
}

let sessions: readonly string[] = []
let timer: NodeJS.Timeout | undefined
let waits: { kind: Kind; ms: number }[] = []
let pending: Promise<void>[] = []
let failures: string[] = []
let asked = 0

async function ask(kind: Kind, at: number): Promise<void> {
  const from = performance.now()
  const status = await kinds[kind](at)
  waits.push({ kind, ms: performance.now() - from })
  if (status !== 200) failures.push(`${kind}: ${status}`)
}

const methods = {
  /**
   * Starts to send requests at a steady pace, whether or not earlier ones are answered.
   *
   * @param chats - the ids of the chats that get its messages.
   */
  begin(chats: readonly string[]) {
    sessions = chats
    agent.destroy()
    agent = new Agent({ keepAlive: true })
    waits = []
    pending = []
    failures = []
    const names = Object.keys(kinds) as Kind[]
    timer = setInterval(() => {
      const kind = names[asked % names.length] as Kind
      pending.push(ask(kind, Math.floor(asked / names.length)))
      asked += 1
    }, intervalMs)
  },
  /** Waits for the answers, and summarizes how long they took. */
  async end(): Promise<Waits> {
    clearInterval(timer)
    await Promise.race([Promise.all(pending), wait(giveUpAfterMs + 1_000)])
    const sorted = waits.map(({ ms }) => ms).sort((left, right) => left - right)
    const share = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0
    const byKind = Object.keys(kinds).map((name) => {
      const own = waits.filter(({ kind }) => kind === name)
      return [name, Math.round(Math.max(0, ...own.map(({ ms }) => ms)))]
    })
    return {
      asked: pending.length,
      failed: failures.length + pending.length - waits.length,
      p50: share(0.5),
      p99: share(0.99),
      longest: share(1),
      byKind: Object.fromEntries(byKind),
      failure: failures[0] ?? null,
    }
  },
}
export type NeighborMethods = typeof methods

answerParent(null, methods)

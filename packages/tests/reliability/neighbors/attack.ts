import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** A request of the attacking workspace. */
export interface Call {
  readonly method: string
  /** The path after the version, such as `/contacts`. */
  readonly path: string
  readonly body?: object | undefined
}

/** The result of an attack. */
export interface AttackResult {
  /** How many requests were answered with each status, or failed for each reason. */
  readonly answers: Readonly<Record<string, number>>
  /** The body of the first answer that was not a success. */
  readonly refusal: string | null
  readonly megabytes: number
}

/** The length of an attack, and the way in which it sends its calls. */
export interface Pace {
  readonly atOnce: number
  /** No call begins later. Running calls may end later. */
  readonly ms: number
  /** Whether each call is sent only once, because it changes its object. */
  readonly once: boolean
  /** Whether each call opens a connection. */
  readonly newConnections?: boolean
}

const maxRefusalCharacters = 300
const giveUpAfterMs = 55_000
let keys = 0

/**
 * Sends calls over `atOnce` connections, which share the calls. Repeats the calls until the time is
 * over, unless each may be sent only `once`.
 */
export async function attack(
  { origin, secret }: { readonly origin: string; readonly secret: string },
  calls: readonly Call[],
  { atOnce, ms, once, newConnections = false }: Pace,
): Promise<AttackResult> {
  const agent = new Agent({ keepAlive: !newConnections, maxSockets: atOnce })
  const answers: Record<string, number> = {}
  const until = performance.now() + ms
  const signal = AbortSignal.timeout(ms + giveUpAfterMs)
  let refusal: string | null = null
  let bytes = 0

  function send({ method, path, body }: Call): Promise<void> {
    return new Promise((resolve) => {
      const count = (outcome: string | number) => {
        answers[outcome] = (answers[outcome] ?? 0) + 1
        resolve()
      }
      const fail = (error: NodeJS.ErrnoException) => count(error.code ?? error.message)
      const text = body && JSON.stringify(body)
      const headers = {
        Authorization: `Bearer ${secret}`,
        ...(method !== 'GET' && { 'Idempotency-Key': `${keys++}`.padEnd(255, 'k') }),
        ...(text && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        }),
      }
      const sent = request(`${origin}/v1${path}`, { method, agent, headers, signal }, (answer) => {
        const { statusCode: status = 0 } = answer
        answer.on('data', (part) => {
          bytes += part.length
          if (status >= 300 && !refusal)
            refusal = `${status} ${part}`.slice(0, maxRefusalCharacters)
        })
        answer.on('error', fail)
        answer.on('end', () => count(status))
      })
      sent.on('error', fail)
      sent.end(text)
    })
  }

  async function work(worker: number): Promise<void> {
    for (let at = worker; ; at += atOnce) {
      const call = calls[once ? at : at % calls.length]
      if (!call || signal.aborted) return
      await send(call)
      if (performance.now() > until) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)))
  agent.destroy()
  return { answers, refusal, megabytes: bytes / 1e6 }
}

/** Requests that are written one after the other, without waiting for an answer. */
export interface PipelineSettings {
  readonly connections: number
  /** The number of requests on each connection. */
  readonly requests: number
  readonly path: string
  readonly secret?: string | undefined
  /** Whether the answers are read. */
  readonly reads: boolean
}

/** Writes requests to new connections, and keeps the connections open for this long. */
export async function pipeline(
  origin: string,
  { connections, requests, path, secret, reads }: PipelineSettings,
  ms: number,
): Promise<AttackResult> {
  const { hostname, port } = new URL(origin)
  const key = secret === undefined ? '' : `Authorization: Bearer ${secret}\r\n`
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${key}\r\n`
  let bytes = 0
  let closed = 0
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.once('close', () => {
        closed += 1
      })
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
      if (reads) {
        socket.on('data', (part) => {
          bytes += part.length
        })
      } else socket.pause()
      socket.write(head.repeat(requests))
      return socket
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, ms))
  const closedByServer = closed
  for (const socket of sockets) socket.destroy()
  const answers = { 'closed by the server': closedByServer }
  return { answers, refusal: null, megabytes: bytes / 1e6 }
}

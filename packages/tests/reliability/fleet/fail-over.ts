import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@doorkit/client'
import type { Round } from '../campaign.ts'
import type { Outage } from './database.ts'
import { clientOf, type ServeProcess } from './serve-process.ts'
import { isHeldByLostTurn, isUnreachable, prepareStorm, type StormWrite } from './storm.ts'

const longestWaitMs = 60_000
/** The longest time until a request is refused while the database is unreachable. */
const refusalMs = 5_000

interface FailOver {
  readonly name: string
  readonly outage: Outage
  readonly servers: readonly ServeProcess[]
  readonly secret: string
}

/**
 * Stops the database during writes. Each write is sent again with its idempotency key until it is answered.
 */
export async function failOver(
  round: Round,
  { name, outage, servers, secret }: FailOver,
): Promise<StormWrite[]> {
  const clients = servers.map((server) => clientOf(server, secret))
  const [client] = clients
  if (!client) return []
  const writes = await prepareStorm(client, name, round.long ? 300 : 80)
  const waiting = [...writes]
  const answered: StormWrite[] = []
  const after = round.random.between(10, 40)
  let resolveEnough: (() => void) | undefined
  const enough = new Promise<void>((resolve) => {
    resolveEnough = resolve
  })
  async function writeAll(writer: number): Promise<void> {
    for (let write = waiting.shift(); write; write = waiting.shift()) {
      if (await sendUntilDone(round, clients, writer, write)) answered.push(write)
      if (answered.length === after) resolveEnough?.()
    }
  }
  const writing = Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writeAll))
  await enough
  await outage.begin()
  for (const server of servers) await checkOutage(round, server, secret)
  const outageEndsAt = Date.now()
  await outage.end()
  async function waitUntilReady(): Promise<void> {
    for (const server of servers) {
      while ((await readiness(server)) !== 200 && Date.now() - outageEndsAt < longestWaitMs)
        await wait(50)
      const status = await readiness(server)
      round.check(status === 200, 'a server is ready again without a restart', () => status)
    }
    round.highest(
      'ms from the restart or promotion of the database until both servers are ready',
      Date.now() - outageEndsAt,
    )
  }
  await Promise.all([writing, waitUntilReady()])
  round.count('outages of the database')
  round.count('writes answered in spite of an outage', answered.length)
  return answered
}

/** Sends a write under its idempotency key until it succeeds; false if a lost turn blocks its session. */
async function sendUntilDone(
  round: Round,
  clients: readonly Client[],
  writer: number,
  write: StormWrite,
): Promise<boolean> {
  const begunAt = Date.now()
  for (let attempt = writer; ; attempt += 1) {
    const sentAt = Date.now()
    const result = await write.send(clients[attempt % clients.length] as Client)
    if (result.ok) return true
    const { error } = result
    if (isHeldByLostTurn(write, error)) {
      round.count('turns refused because of a lost turn')
      return false
    }
    const isRefused = isUnreachable(error)
    const isHeld = error.code === 'idempotency_key_in_use'
    round.check(isRefused || isHeld, 'a request that cannot be served gets a 503', () => error)
    if (isRefused) {
      round.count('writes refused with 503')
      round.highest('ms until a 503', Date.now() - sentAt)
    }
    if (Date.now() - begunAt > 2 * longestWaitMs) throw error
    await wait(100)
  }
}

/** Checks the answers of a server while the database is unreachable. */
async function checkOutage(round: Round, server: ServeProcess, secret: string): Promise<void> {
  const status = await readiness(server)
  round.check(status === 503, '/health/ready says that the database is unreachable', () => status)
  const sentAt = Date.now()
  const headers = { Authorization: `Bearer ${secret}` }
  const response = await fetch(`${server.baseUrl()}/contacts`, { headers })
  const { code } = (await response.json()) as { readonly code?: string }
  const facts = () => ({ status: response.status, code, ms: Date.now() - sentAt })
  const isRefused = response.status === 503 && code === 'internal_error'
  round.check(isRefused, 'without its database, a server answers 503 internal_error', facts)
  const retryAfter = Number(response.headers.get('retry-after'))
  round.check(retryAfter > 0, 'a 503 says when to try again', () => retryAfter)
  if (round.long) round.check(Date.now() - sentAt < refusalMs, 'a 503 arrives in under 5 s', facts)
}

async function readiness(server: ServeProcess): Promise<number> {
  const url = new URL('/health/ready', server.baseUrl())
  return (await fetch(url)).status
}

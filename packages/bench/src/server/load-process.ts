// A child process that sends requests to the contenders, one round after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { type Connection, openConnection } from './connection.ts'
import type { ContenderFacts } from './contender.ts'
import { minuteOf } from './minutes.ts'
import { contextAt, type RequestKind, type RequestKindName, requestKinds } from './request-kinds.ts'

/**
 * A round: as many requests as its time allows, one at a time on each connection. It ends before any API
 * key reaches its rate limit.
 */
export interface RoundRequest {
  readonly contender: string
  readonly facts: ContenderFacts
  readonly kind: RequestKindName
  readonly connections: number
  readonly durationMs: number
  /** How many requests to start per second. Default: as many as the connections allow. */
  readonly perSecond?: number | undefined
}

export type RoundResult = Awaited<ReturnType<typeof run>>

/** A start that is late by no more than this is due to a timer of Node, and not to busy connections. */
const timerMs = 2

let count = 0

async function run(request: RoundRequest) {
  const { contender, facts, kind: name, connections, durationMs, perSecond } = request
  const kind: RequestKind = requestKinds[name]
  const minute = await minuteOf(contender, facts, kind.cost)
  const opened = await Promise.all(
    Array.from({ length: connections }, () => openConnection(facts.port)),
  )
  const timesMs: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  let started = 0
  const keepAsking = async (connection: Connection) => {
    for (;;) {
      const dueAt = perSecond && startedAt + (started++ / perSecond) * 1_000
      if (dueAt && dueAt - performance.now() > 1) await sleep(dueAt - performance.now())
      const now = performance.now()
      if (now >= endsAt || minute.sent >= minute.most) return
      // If all connections are busy, a request starts late. Its time counts from when it was due.
      const sentAt = dueAt && now - dueAt > timerMs ? dueAt : now
      const index = count++
      const context = contextAt(facts, index)
      minute.sent += 1
      const { status, body } = await connection.ask(kind.request(context))
      timesMs.push(performance.now() - sentAt)
      const isChecked = timesMs.length === 1 || index % 64 === 0
      if (status !== 200 || (isChecked && !kind.isWhole(body, context))) {
        throw new Error(`${contender} failed to ${kind.title}: ${status} ${body}`)
      }
    }
  }
  await Promise.all(opened.map(keepAsking))
  const seconds = (performance.now() - startedAt) / 1_000
  for (const connection of opened) connection.close()
  return {
    requests: timesMs.length,
    perSecond: timesMs.length / seconds,
    p50: quantile(timesMs, 0.5),
    p99: quantile(timesMs, 0.99),
  }
}

process.on('message', async (request: RoundRequest) => process.send?.(await run(request)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

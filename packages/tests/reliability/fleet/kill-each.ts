import { setTimeout as wait } from 'node:timers/promises'
import type { Round } from '../campaign.ts'
import { clientOf, type ServeProcess } from './serve-process.ts'
import {
  isCutOff,
  isHeldByLostTurn,
  isUnreachable,
  prepareStorm,
  type StormWrite,
} from './storm.ts'

const writers = 8
const lookAgainMs = 20

/** A storm of writes, and its results. */
export interface Storm {
  readonly name: string
  readonly secret: string
  /** The number of writes. */
  readonly size: number
  readonly servers: readonly ServeProcess[]
  /** Servers and workers. */
  readonly victims: readonly ServeProcess[]
  /** Receives the writes that were answered. */
  readonly done: StormWrite[]
  /** Receives the writes whose idempotency key or session a dead process still blocks. */
  readonly stuck: { readonly write: StormWrite; readonly secret: string }[]
}

/**
 * Kills each process once, after a random number of writes, and restarts it, while writes continue. A
 * write that was cut off is sent to another server under its idempotency key.
 */
export async function killEach(round: Round, storm: Storm): Promise<void> {
  const { servers, secret, size, done, stuck } = storm
  const [first] = servers
  if (!first) return
  const waiting = await prepareStorm(clientOf(first, secret, 5), storm.name, size)
  const deaths = storm.victims.map((victim) => ({ victim, after: round.random.between(1, size) }))
  const deathsUnderWay: Promise<void>[] = []
  let ended = 0

  async function die(victim: ServeProcess): Promise<void> {
    await victim.kill()
    round.count('kills')
    await victim.restart()
  }

  async function write(writer: number): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await sendUntilAnswered(round, servers, writer, { write: next, secret })) done.push(next)
      else stuck.push({ write: next, secret })
      ended += 1
      const due = deaths.filter(({ after }) => after === ended)
      deathsUnderWay.push(...due.map(({ victim }) => die(victim)))
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await Promise.all(deathsUnderWay)
}

/**
 * Sends a write until a server answers it; false when a dead process blocks its idempotency key or session.
 */
async function sendUntilAnswered(
  round: Round,
  servers: readonly ServeProcess[],
  writer: number,
  { write, secret }: { readonly write: StormWrite; readonly secret: string },
): Promise<boolean> {
  for (let attempt = writer; ; attempt += 1) {
    const living = servers.filter((server) => server.isRunning())
    const server = living[attempt % living.length]
    if (!server) {
      await wait(lookAgainMs)
      continue
    }
    const result = await write.send(clientOf(server, secret))
    if (result.ok) return true
    const { error } = result
    if (isCutOff(error.code)) {
      round.count('writes cut off')
      continue
    }
    // A database that is slow to accept a new connection is unreachable for a moment.
    if (isUnreachable(error)) {
      round.count('writes refused with 503')
      await wait(lookAgainMs)
      continue
    }
    if (isHeldByLostTurn(write, error)) return false
    const isHeld = error.code === 'idempotency_key_in_use'
    round.check(isHeld, 'a retry succeeds, or waits for the lease of a dead process', () => error)
    return false
  }
}

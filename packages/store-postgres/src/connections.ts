import type { Pool, PoolClient } from 'pg'
import { createPlaces } from './connection-shares.ts'
import { NoAnswerError } from './no-answer.ts'

/** A connection of the pool, and the place that goes with it. */
export interface Connection {
  readonly client: PoolClient
  /** Gives it back; one that broke is thrown away. */
  release(isBroken: boolean): void
}

/** The connections of a pool, shared by partitions. */
export interface Connections {
  /** Waits for a connection; what is about no partition shares them as if that were one. */
  connect(partition?: string): Promise<Connection>
  /** Takes the failure of a statement: where it had no answer, who waits is not to wait for one, too. */
  noteSilence(error: unknown): void
}

/** For so long after a failure to connect, calls that wait for a connection are not kept waiting. */
const awayForMs = 250
/** The same after a statement that had no answer for seconds. */
const silentForMs = 1_000

/** Makes {@link Connections}. */
export function createConnections(pool: Pool, now: () => number): Connections {
  // The pool counts the wait for a free connection as a failure to connect; here it is not one.
  const takePlace = createPlaces(pool.options.max)
  let away: { readonly error: unknown; readonly until: number } | undefined

  return {
    async connect(partition = '') {
      const leave = await takePlace(partition)
      try {
        if (away && now() < away.until) throw away.error
        const client = await pool.connect()
        away = undefined
        // For good: a connection that is thrown away may still have something to say.
        if (!client.listeners('error').includes(ignore)) client.on('error', ignore)
        return {
          client,
          release(isBroken) {
            client.release(isBroken)
            leave()
          },
        }
      } catch (error) {
        if (error !== away?.error) away = { error, until: now() + awayForMs }
        leave()
        throw error
      }
    },
    noteSilence(error) {
      if (error instanceof NoAnswerError) away = { error, until: now() + silentForMs }
    },
  }
}

/** The statements under way fail with the connection; an event without a listener ends the process. */
function ignore(): void {}

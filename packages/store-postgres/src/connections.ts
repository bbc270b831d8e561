import type { Pool, PoolClient } from 'pg'
import { NoAnswerError } from './close-when-silent.ts'
import { createPlaces } from './connection-shares.ts'

/** A connection of the pool, with the place that it uses. */
export interface Connection {
  readonly client: PoolClient
  /** Returns the connection to the pool; a broken one is closed. */
  release(isBroken: boolean): void
}

/** How long calls fail without another attempt to connect, after an attempt that failed. */
const unreachableForMs = 250
/** How long calls fail without an attempt to connect, after a statement without an answer. */
const silentForMs = 1_000

/** Lets partitions share the connections of a pool. */
export function createConnections(pool: Pool, now: () => number) {
  // Calls wait for a place first: the pool would count a long wait for a free connection as a failure.
  const takePlace = createPlaces(pool.options.max, now)
  let failed: { readonly error: unknown; readonly until: number } | undefined

  return {
    /** Waits for a connection. For calls without a partition, see {@link createPlaces}. */
    async connect(partition?: string): Promise<Connection> {
      const freePlace = await takePlace(partition)
      try {
        if (failed && now() < failed.until) throw failed.error
        const client = await pool.connect()
        failed = undefined
        // The listener stays: a connection that was closed may still emit an error.
        if (!client.listeners('error').includes(ignore)) client.on('error', ignore)
        return {
          client,
          release(isBroken) {
            client.release(isBroken)
            freePlace()
          },
        }
      } catch (error) {
        if (error !== failed?.error) failed = { error, until: now() + unreachableForMs }
        freePlace()
        throw error
      }
    },
    /**
     * Notes the error of a statement. If the server did not answer, calls fail immediately for a second,
     * including those that wait for a connection.
     */
    noteSilence(error: unknown): void {
      if (error instanceof NoAnswerError) failed = { error, until: now() + silentForMs }
    },
  }
}

/**
 * An `error` event without a listener would end the process. It needs no other handling: the running
 * statements fail together with the connection.
 */
function ignore(): void {}

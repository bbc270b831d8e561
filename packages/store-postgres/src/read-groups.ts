import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { SqlResult, Statement } from '@doorkit/store-sql'

/** A connection for one group of reads. */
export interface ReadConnection {
  /** Sends all of them at once, and gives the connection back when they have ended. */
  run(statements: readonly Statement[]): Promise<PromiseSettledResult<SqlResult>[]>
}

/** Runs statements that only read, and gives their results. */
export type ReadInGroup = (statements: readonly Statement[]) => Promise<readonly SqlResult[]>

interface Read {
  readonly statements: readonly Statement[]
  readonly resolve: (results: readonly SqlResult[]) => void
  readonly reject: (error: unknown) => void
}

// A connection serves them one after the other; by more at once nothing is gained any more.
const maxGroup = 16

/**
 * Lets short reads of one turn of the event loop share a connection, so that they are sent by one
 * call of the system and answered by another. Each fails alone; without a connection, all that wait fail.
 */
export function readGroups(connect: () => Promise<ReadConnection>): ReadInGroup {
  const waiting: Read[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    for (await endOfTurn(); waiting.length > 0; ) {
      try {
        const connection = await connect()
        void runGroup(connection, waiting.splice(0, maxGroup))
      } catch (error) {
        for (const { reject } of waiting.splice(0)) reject(error)
      }
    }
    isRunning = false
  }

  return (statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      if (isRunning) return
      isRunning = true
      void runAll()
    })
}

async function runGroup(connection: ReadConnection, group: readonly Read[]): Promise<void> {
  const ended = await connection.run(group.flatMap(({ statements }) => statements))
  let from = 0
  for (const { statements, resolve, reject } of group) {
    const own = ended.slice(from, from + statements.length)
    from += statements.length
    const failed = own.find((one) => one.status === 'rejected')
    if (failed) reject(failed.reason)
    else resolve(own.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  }
}

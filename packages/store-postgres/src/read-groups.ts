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
 * Lets short reads of one turn of the event loop share a connection, and those that come while it is
 * waited for, so that they are sent by one system call and answered by another. Each fails alone;
 * without a connection, those that wait for it fail.
 */
export function readGroups(connect: () => Promise<ReadConnection>): ReadInGroup {
  const waiting: Read[] = []
  /** Connections that are waited for. */
  let coming = 0
  let isScheduled = false

  function askForConnections(): void {
    isScheduled = false
    while (coming * maxGroup < waiting.length) void runGroup()
  }

  async function runGroup(): Promise<void> {
    coming += 1
    const connection = await connect().catch((error) => {
      for (const { reject } of waiting.splice(0, maxGroup)) reject(error)
    })
    coming -= 1
    if (!connection) return
    const group = waiting.splice(0, maxGroup)
    const ended = await connection.run(group.flatMap(({ statements }) => statements))
    for (const read of group) settle(read, ended.splice(0, read.statements.length))
  }

  return (statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      setImmediate(askForConnections)
    })
}

function settle(
  { resolve, reject }: Read,
  ended: readonly PromiseSettledResult<SqlResult>[],
): void {
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) reject(failed.reason)
  else resolve(ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}

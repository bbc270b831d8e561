import { createFairQueue } from '@doorkit/store'
import type { SqlResult, Statement } from '@doorkit/store-sql'

/** Sends all statements together over a connection, and returns it to the pool when they have ended. */
export type SendReads = (statements: readonly Statement[]) => Promise<SqlResult>[]

interface Read {
  readonly statement: () => Statement
  readonly resolve: (result: SqlResult) => void
  readonly reject: (error: unknown) => void
}

// A connection runs its statements one after the other, so a larger group is not faster.
const maxGroup = 16

/**
 * Lets up to 16 short reads of one tick of the event loop share a connection. Reads that arrive while
 * others wait for the connection join them. One system call sends a group, and one receives every answer
 * that has arrived. Partitions are served in rotation. Each read resolves as soon as its own result
 * arrives, so a short read does not wait for a long one behind it. Each read fails alone; if no
 * connection opens, the reads that wait for it fail.
 */
export function createReadInGroup(connect: () => Promise<SendReads>) {
  const waiting = createFairQueue<Read>()
  /** How many connections are opening. */
  let opening = 0
  let isScheduled = false

  function askForConnections(): void {
    isScheduled = false
    while (opening * maxGroup < waiting.size()) void runGroup()
  }

  function takeGroup(): Read[] {
    const group: Read[] = []
    while (group.length < maxGroup) {
      const read = waiting.take()
      if (!read) break
      group.push(read)
    }
    return group
  }

  async function runGroup(): Promise<void> {
    opening += 1
    const send = await connect().catch((error) => {
      for (const { reject } of takeGroup()) reject(error)
    })
    opening -= 1
    if (!send) return
    const group = takeGroup()
    const results = send(group.map(({ statement }) => statement()))
    for (const [at, { resolve, reject }] of group.entries()) results[at]?.then(resolve, reject)
  }

  return (statement: () => Statement, partition = '') =>
    new Promise<SqlResult>((resolve, reject) => {
      waiting.add(partition, { statement, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      setImmediate(askForConnections)
    })
}

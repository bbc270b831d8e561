import type { Horizon } from '@doorkit/store'
import type { SqlDriver } from './driver.ts'
import { SqlError } from './sql-error.ts'
import type { SqlResult, Statement } from './sql-statement.ts'

/** Raises a horizon, and then reads a page, if one is given. */
export type ListInGroup = (horizon: Horizon, page?: Statement) => Promise<SqlResult | undefined>

interface List {
  readonly at: number
  readonly page: Statement | undefined
  readonly resolve: (page: SqlResult | undefined) => void
  readonly reject: (error: unknown) => void
}

// One transaction reads at most this many pages, so that it does not hold up others.
const maxGroup = 8

/**
 * Lets the lists of one scope that are requested in one tick of the event loop share a transaction. The
 * transaction raises the horizon once, to the latest of their times, because every raise waits for the
 * writers of the scope. If one list may have caused a failure, each list is tried by itself.
 */
export function createListInGroup(
  driver: Pick<SqlDriver, 'batch'>,
  raise: (horizon: Horizon) => readonly Statement[],
): ListInGroup {
  const waiting = new Map<string, List[]>()

  async function read(scope: string, lists: readonly List[]): Promise<void> {
    const at = Math.max(...lists.map((list) => list.at))
    const pages = lists.flatMap(({ page }) => page ?? [])
    try {
      const results = await driver.batch([...raise({ scope, at }), ...pages], scope)
      const found = results.slice(results.length - pages.length)
      for (const { page, resolve } of lists) resolve(page && found.shift())
    } catch (error) {
      const failsAll = lists.length === 1 || !isOfOneStatement(error)
      if (failsAll) for (const { reject } of lists) reject(error)
      else await Promise.all(lists.map((list) => read(scope, [list])))
    }
  }

  function readAll(scope: string): void {
    const lists = waiting.get(scope) ?? []
    waiting.delete(scope)
    while (lists.length > 0) void read(scope, lists.splice(0, maxGroup))
  }

  return ({ scope, at }, page) =>
    new Promise((resolve, reject) => {
      const list: List = { at, page, resolve, reject }
      const group = waiting.get(scope)
      if (group) {
        group.push(list)
        return
      }
      waiting.set(scope, [list])
      setImmediate(readAll, scope)
    })
}

/** Whether one statement may have caused the error. If the database is unreachable or busy, all fail. */
function isOfOneStatement(error: unknown): boolean {
  return !(error instanceof SqlError) || !['unavailable', 'busy'].includes(error.code)
}

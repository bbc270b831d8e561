import type { SqlContext } from './sql-context.ts'
import type { SearchColumn, Table } from './table.ts'

/**
 * Makes a function to call with the table of each written row. It merges the full-text index of the
 * table in the background, step by step.
 */
export function createSearchMerges({
  driver,
  dialect: { searchMerges },
  statement,
}: SqlContext): (written: Table) => void {
  /** The tables whose index is being merged, and whether rows were written since the last step began. */
  const merging = new Map<string, boolean>()

  async function mergeAll(name: string, search: SearchColumn): Promise<void> {
    const step = searchMerges?.step(search) ?? []
    const statements = step.map((fragment) => statement('merge_search', fragment))
    let hasMore = true
    while (hasMore) {
      merging.set(name, false)
      const results = await driver.batch(statements)
      hasMore = searchMerges?.hasMore(results) || merging.get(name) === true
    }
  }

  return ({ name, search }) => {
    if (!search || !searchMerges) return
    const isRunning = merging.has(name)
    merging.set(name, true)
    if (isRunning) return
    mergeAll(name, search)
      // For example, the store was closed, or the disk is full. The next write starts the merge again.
      .catch(() => {})
      .finally(() => merging.delete(name))
  }
}

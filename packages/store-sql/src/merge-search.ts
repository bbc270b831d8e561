import type { SqlContext } from './sql-context.ts'
import type { SearchColumn, Table } from './table.ts'

/** Merges the parts of full-text indexes. */
export interface SearchMerges {
  /** Updates the settings of an index that an earlier version created. */
  adjust(table: Table): Promise<void>
  /**
   * Counts a written row. After enough of them, it starts to merge the index of the table, step by step,
   * unless a merge is running.
   */
  noteWrite(table: Table): void
}

/** Makes {@link SearchMerges}. Other writes run between two steps. */
export function createSearchMerges({ driver, dialect, read, statement }: SqlContext): SearchMerges {
  const merging = new Set<string>()
  /** The rows of each table that were written since its index was last merged. */
  const written = new Map<string, number>()
  const { searchMerges } = dialect
  const isEnough = (name: string) => (written.get(name) ?? 0) >= (searchMerges?.rows ?? 1)

  async function mergeAll(name: string, search: SearchColumn): Promise<void> {
    const step = searchMerges?.step(search) ?? []
    const statements = step.map((fragment) => statement('merge_search', fragment))
    let hasMore = true
    while (hasMore) {
      written.delete(name)
      const results = await driver.batch(statements)
      hasMore = searchMerges?.hasMore(results) || isEnough(name)
    }
  }

  return {
    async adjust({ search }) {
      if (!search || !searchMerges?.settings) return
      const { findOther, set } = searchMerges.settings
      if ((await read('search_settings', findOther(search))).length === 0) return
      await driver.batch(set(search).map((sql) => ({ sql, params: [] })))
    },
    noteWrite({ name, search }) {
      if (!search || !searchMerges) return
      written.set(name, (written.get(name) ?? 0) + 1)
      if (!isEnough(name) || merging.has(name)) return
      merging.add(name)
      mergeAll(name, search)
        // The store was closed, or the disk is full. The next write starts the merge again.
        .catch(() => {})
        .finally(() => merging.delete(name))
    },
  }
}

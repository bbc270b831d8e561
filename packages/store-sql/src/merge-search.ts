import type { SqlContext } from './context.ts'
import type { Statement } from './driver.ts'
import type { SearchColumn, Table } from './table.ts'

/** Merges the parts of full-text indexes. */
export interface SearchMerges {
  /** Brings the settings of an index from an earlier version up to date. */
  adjust(table: Table): Promise<void>
  /** Starts to merge the index of a table, one step after the other, unless that is running. */
  start(table: Table): void
}

/** Makes {@link SearchMerges}. Other writes run between two steps. */
export function createSearchMerges({ driver, dialect, statement }: SqlContext): SearchMerges {
  const merging = new Set<string>()
  const { searchMerges } = dialect

  async function mergeAll(steps: readonly Statement[]): Promise<void> {
    for (;;) {
      const [before, , after] = await driver.batch(steps)
      if (Number(after?.rows[0]?.[0]) - Number(before?.rows[0]?.[0]) < 2) return
    }
  }

  function stepsOf(search: SearchColumn): Statement[] {
    if (!searchMerges) return []
    const count = statement('count_changes', searchMerges.countChanges)
    return [count, statement('merge_search', searchMerges.step(search)), count]
  }

  return {
    async adjust({ search }) {
      if (!search || !searchMerges) return
      const look = statement('search_settings', searchMerges.findOtherSettings(search))
      const { rows } = await driver.query({ ...look, reads: true })
      if (rows.length === 0) return
      await driver.batch(searchMerges.settings(search).map((sql) => ({ sql, params: [] })))
    },
    start({ name, search }) {
      if (!search || !searchMerges || merging.has(name)) return
      merging.add(name)
      mergeAll(stepsOf(search))
        // The store was closed, or the disk is full: the next write starts again.
        .catch(() => {})
        .finally(() => merging.delete(name))
    },
  }
}

import type { KeyType } from '@doorkit/server/store'
import type { Fragment } from './fragment.ts'
import type { InternalTables } from './internal-tables.ts'
import type { Table, TableIndex } from './table.ts'

/** Where the SQL of one database differs from that of another. */
export interface SqlDialect {
  /** Rewrites the `?` marks; no statement holds a question mark that is not one. */
  numberMarks(sql: string): string
  /** A condition with one mark, for a JSON list of values. */
  isIn(column: string, type: KeyType): string
  /** A statement that has to change a row, followed by what makes the batch fail if it does not. */
  mustChange(tables: InternalTables, statement: Fragment): Fragment[]
  /** Leases due rows. The last statement gives them; if there are two, the first their order. */
  claim(table: Table, claim: ClaimFragments): readonly Fragment[]
  /** Matches of a full-text query, with `_score`, best first; `limit` is still to come. */
  search(table: Table, words: readonly string[], where: Fragment): Fragment

  /** Statements that create the store's own tables. */
  createInternalTables(tables: InternalTables): string[]
  /** The time in milliseconds since the epoch, as an expression. */
  readonly nowMs: string
  createTable(table: Table): string
  addKey(table: Table, key: string, type: KeyType): string
  createIndex(table: Table, index: TableIndex): string
  /** Adds the search column, to rows that may be there. */
  addSearchColumn(table: Table): string[]
  /** Creates what keeps the full-text index, over rows that may be there. */
  createSearch(table: Table): string[]
  /** `table_name`, `column_name` and `column_type` (text or integer) of tables with the prefix. */
  inspectColumns(prefix: string): Fragment
  /** `index_name`, `is_unique` and `column_name`, in the order of each index. */
  inspectIndexes(prefix: string): Fragment
}

/** The parts of a claim. */
interface ClaimFragments {
  /** Which rows are due, ordered and limited: `where … order by … limit ?`. */
  readonly due: Fragment
  readonly assignments: Fragment
}

import { type SearchHit, type SearchQuery, searchWords } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import { whereAll } from './fragment.ts'
import { readRow } from './read-row.ts'

/** Rows with any of the words, best first. */
export async function searchRows(
  { driver, dialect, statement, table: toTable }: SqlContext,
  query: SearchQuery,
): Promise<SearchHit[]> {
  const words = searchWords(query.text)
  if (words.length === 0) return []
  const table = toTable(query.in)
  const where = whereAll(table, query.where)
  const hits = dialect.search(table, words, where)
  const found = statement(`search_${query.in}`, {
    sql: `${hits.sql}${dialect.limit}`,
    params: [...hits.params, query.limit],
  })
  const { rows } = await driver.query({ ...found, repeatable: true })
  return rows.map((raw) => ({ row: readRow(table, raw), score: Number(raw.at(-1)) }))
}

import {
  type CountBounds,
  type Row,
  type SearchHit,
  type SearchQuery,
  searchByWords,
  searchedPartition,
} from '@doorkit/store'
import { readRow } from './read-row.ts'
import { tokensOfTerms } from './search-tokens.ts'
import type { SqlContext } from './sql-context.ts'
import { partitionOf, whereAll } from './sql-fragment.ts'

/** Finds rows with the words of a text, best first. Each read of the index is one short statement. */
export async function searchRows(
  { dialect, read, table: toTable }: SqlContext,
  query: SearchQuery,
): Promise<SearchHit[]> {
  const table = toTable(query.in)
  const { search, plan } = table
  if (!search) return []
  const partition = searchedPartition(plan.partition, query.where)
  const namedPartition = partitionOf(table, query.where)
  const ofPartition = query.where.filter(
    ({ column, op }) => column === plan.partition && op === 'eq',
  )
  const inPartition = whereAll(table, ofPartition)
  const where = whereAll(table, query.where)
  const index = {
    async count(terms: readonly string[], { mostRows, mostHaving }: CountBounds) {
      const tokens = tokensOfTerms(partition, terms)
      const parts = { table, tokens, inPartition, mostRows, mostHaving }
      const count = dialect.countMatches(search, parts)
      const rows = await read(`count_words_${query.in}`, count, namedPartition)
      const counts = new Map(rows.map(([at, count]) => [Number(at), Number(count)]))
      return { rows: counts.get(-1) ?? 0, having: terms.map((_, at) => counts.get(at) ?? 0) }
    },
    async find(terms: readonly string[], how: 'any' | 'all', limit: number): Promise<Row[]> {
      const tokens = tokensOfTerms(partition, terms)
      const matches = dialect.findMatches(search, { table, tokens, where, how, limit })
      const rows = await read(`find_words_${query.in}`, matches, namedPartition)
      return rows.map((raw) => readRow(table, raw))
    },
  }
  return searchByWords(index, search.properties, query)
}

import type { Row } from './row-and-filter.ts'

/** A search counts at most this many rows with one word. Beyond that, it estimates. */
export const mostRowsCounted = 1_000
/** The most rows of its partition that a search counts. */
export const mostRowsOfPartitionCounted = 10_000

/** How many rows a search compares, in a millisecond or two, before other work runs. */
export const rowsAtOnce = 20

/** The bounds of a count. */
export interface CountBounds {
  /** The most rows of the partition to count. */
  readonly mostRows: number
  /** The most rows to count for each term. */
  readonly mostHaving: number
}

/** The number of rows, and of rows with each term. */
export interface WordCounts {
  /** The rows of the partition. */
  readonly rows: number
  /** The rows with each term, in the order of the terms. */
  readonly having: readonly number[]
}

/** The rows of one partition, which a store finds by the terms of `indexTerms`. */
export interface WordIndex {
  /**
   * Counts the rows of the partition, up to `mostRows`, and the rows with each of the terms, up to
   * `mostHaving`.
   */
  count(terms: readonly string[], bounds: CountBounds): Promise<WordCounts>
  /** Finds up to `limit` rows with any or all of the terms, in no order. */
  find(terms: readonly string[], how: 'any' | 'all', limit: number): Promise<readonly Row[]>
}

/** A term that rows have. */
export interface CountedTerm {
  readonly term: string
  readonly rows: number
}

/**
 * Finds up to `mostRows` rows: all rows with any of the rarest terms, then rows with both of the next
 * two terms, then rows with the rarer of those two.
 *
 * @param pauseBefore - awaited before each read, with the most rows that it can return.
 */
export async function findRows(
  index: WordIndex,
  known: readonly CountedTerm[],
  mostRows: number,
  pauseBefore: (rows: number) => Promise<void>,
): Promise<readonly Row[]> {
  const found = new Map<string, Row>()
  const add = async (terms: readonly CountedTerm[], how: 'any' | 'all') => {
    const room = mostRows - found.size
    if (terms.length === 0 || room === 0) return
    const expected = terms.reduce((sum, { rows }) => sum + rows, 0)
    await pauseBefore(Math.min(room, expected))
    const names = terms.map(({ term }) => term)
    for (const row of await index.find(names, how, room)) found.set(row.id, row)
  }
  let sum = 0
  const common = known.findIndex(({ rows }) => {
    sum += rows
    return sum > mostRows
  })
  const rare = common === -1 ? known.length : common
  await add(known.slice(0, rare), 'any')
  const next = known.slice(rare, rare + 2)
  if (next.length === 2) await add(next, 'all')
  await add(next.slice(0, 1), 'any')
  return [...found.values()]
}

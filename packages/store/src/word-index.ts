import type { Row } from './port.ts'

/** Rows with a word that one search counts. How common a commoner word is, it estimates. */
export const mostRowsCounted = 1_000
/** Rows of its partition that one search counts. */
export const mostRowsOfPartitionCounted = 10_000

/** How far rows are counted. */
export interface CountBounds {
  /** Of the partition. */
  readonly mostRows: number
  /** With one term. */
  readonly mostHaving: number
}

/** How many rows there are, and how many have each term. */
export interface WordCounts {
  /** Of the partition. */
  readonly rows: number
  /** With each term, in the order of the terms. */
  readonly having: readonly number[]
}

/** A search of one partition: where a store finds its rows by what `indexTerms` gives of their text. */
export interface WordIndex {
  /**
   * Counts the rows of the partition, up to `mostRows`, and in the order of the terms those that have
   * each, up to `mostHaving`.
   */
  count(terms: readonly string[], bounds: CountBounds): Promise<WordCounts>
  /** Up to `limit` rows with any or all of the terms, in the order in which they were written. */
  find(terms: readonly string[], how: 'any' | 'all', limit: number): Promise<readonly Row[]>
}

/** A term that rows have. */
export interface CountedTerm {
  readonly term: string
  readonly rows: number
}

/**
 * All rows with one of the rarest terms, as many of these as there is room for. What is left of it
 * goes to rows with the next two terms, then to those with the next one.
 *
 * @param rest - awaited before each read, with the most rows that it can give.
 */
export async function findRows(
  index: WordIndex,
  known: readonly CountedTerm[],
  mostRows: number,
  rest: (rows: number) => Promise<void>,
): Promise<readonly Row[]> {
  const found = new Map<string, Row>()
  const add = async (terms: readonly CountedTerm[], how: 'any' | 'all') => {
    const room = mostRows - found.size
    if (terms.length === 0 || room === 0) return
    await rest(
      Math.min(
        room,
        terms.reduce((sum, { rows }) => sum + rows, 0),
      ),
    )
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

import { setImmediate as endOfTick } from 'node:timers/promises'
import { searchableText } from './document.ts'
import type { Filter, Row, SearchHit, SearchQuery } from './port.ts'
import { searchWords, wordsOf } from './search-words.ts'
import { compareText } from './text-order.ts'

/** The most rows that one search ranks. Those with the rarest words are taken first. */
export const mostRowsRanked = 500
/** The most rows with one word that a search counts. It estimates how common a more common word is. */
export const mostRowsCounted = 1_000
/** The most rows of its partition that one search counts. */
export const mostRowsOfPartitionCounted = 10_000

/** The most rows that a search counts. */
export interface CountBounds {
  /** Of the partition. */
  readonly mostRows: number
  /** With one word. */
  readonly mostHaving: number
}

/** How many rows there are, and how many have each word. */
export interface WordCounts {
  /** Of the partition. */
  readonly rows: number
  /** With each word, in the order of the words. */
  readonly having: readonly number[]
}

/** Finds the rows of one partition by their words. */
export interface WordIndex {
  /**
   * Counts the rows of the partition, up to `mostRows`, and in the order of the words those that have
   * each, up to `mostHaving`.
   */
  count(words: readonly string[], bounds: CountBounds): Promise<WordCounts>
  /** Up to `limit` rows with any or all of the words, in the order in which they were written. */
  find(words: readonly string[], how: 'any' | 'all', limit: number): Promise<readonly Row[]>
}

/** The partition that the filter of a search names; empty in a collection without partitions. */
export function searchedPartition(partition: string | undefined, where: Filter): string {
  const named = where.find(({ key, op }) => key === partition && op === 'eq')
  return partition === undefined ? '' : String(named?.value)
}

interface CountedWord {
  readonly word: string
  readonly rows: number
}

/**
 * Searches in any store. It reads a bounded number of rows, of one partition only, and ranks them by
 * BM25. So the answer depends on nothing that others wrote, and is the same on every store.
 */
export async function searchByWords(
  index: WordIndex,
  property: string,
  { text, limit, signal }: Pick<SearchQuery, 'text' | 'limit' | 'signal'>,
): Promise<SearchHit[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const { rows, having } = await index.count(words, {
    mostRows: mostRowsOfPartitionCounted,
    mostHaving: mostRowsCounted,
  })
  const known = words
    .map((word, at) => ({ word, rows: having[at] ?? 0 }))
    .filter((word) => word.rows > 0)
    .sort((left, right) => left.rows - right.rows)
  const found = await findRows(index, known, signal)
  return (await rank(found, rows, known, property, signal)).slice(0, limit)
}

/**
 * Takes all rows with the rarest words, for as many words as fit. If room is left, it takes rows with
 * both of the next two words, then rows with the next one.
 */
async function findRows(
  index: WordIndex,
  known: readonly CountedWord[],
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  const found = new Map<string, Row>()
  const add = async (words: readonly CountedWord[], how: 'any' | 'all') => {
    const room = mostRowsRanked - found.size
    if (words.length === 0 || room === 0) return
    signal?.throwIfAborted()
    const names = words.map(({ word }) => word)
    for (const row of await index.find(names, how, room)) found.set(row.id, row)
  }
  let sum = 0
  const common = known.findIndex(({ rows }) => {
    sum += rows
    return sum > mostRowsRanked
  })
  const rare = common === -1 ? known.length : common
  await add(known.slice(0, rare), 'any')
  const next = known.slice(rare, rare + 2)
  if (next.length === 2) await add(next, 'all')
  await add(next.slice(0, 1), 'any')
  return [...found.values()]
}

// The constants of BM25 in FTS5, Lucene and others.
const saturation = 1.2
const lengthWeight = 0.75
/** How many rows are ranked in one tick of the event loop, which takes about a millisecond. */
const rowsAtOnce = 50

/** Orders rows by BM25, best first, and leaves out rows without any of the words. */
async function rank(
  rows: readonly Row[],
  rowsOfPartition: number,
  known: readonly CountedWord[],
  property: string,
  signal: AbortSignal | undefined,
): Promise<SearchHit[]> {
  const places = new Map(known.map(({ word }, place) => [word, place]))
  const matches: { row: Row; length: number; times: number[] }[] = []
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % rowsAtOnce === 0) {
      await endOfTick()
      signal?.throwIfAborted()
    }
    const words = wordsOf(searchableText(row.data, property))
    const times = known.map(() => 0)
    for (const word of words) {
      const place = places.get(word)
      if (place !== undefined) times[place] = (times[place] ?? 0) + 1
    }
    matches.push({ row, length: words.length, times })
  }
  const meanLength = matches.reduce((sum, { length }) => sum + length, 0) / matches.length
  const weights = known.map(({ rows: counted }, place) => {
    const share = matches.filter(({ times }) => times[place]).length / matches.length
    const isExact = counted < mostRowsCounted
    const having = isExact ? counted : Math.max(counted, share * rowsOfPartition)
    return Math.log(1 + (Math.max(rowsOfPartition - having, 0) + 0.5) / (having + 0.5))
  })
  return matches
    .map(({ row, length, times }) => {
      const longer = 1 - lengthWeight + (lengthWeight * length) / meanLength
      const score = weights.reduce((sum, weight, place) => {
        const count = times[place] ?? 0
        return sum + (weight * count * (saturation + 1)) / (count + saturation * longer)
      }, 0)
      return { row, score }
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareText(left.row.id, right.row.id))
}

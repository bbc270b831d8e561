import { type SearchedProperties, searchableText } from '../document.ts'
import { indexTerms } from '../search-words.ts'
import type { WordIndex } from '../word-index.ts'
import { firstWhere } from './sorted-runs.ts'
import { type StoredRow, toRow } from './stored-row.ts'

export type TextIndex = ReturnType<typeof createTextIndex>

/**
 * The rows of a partition, numbered in the order in which they were written. A list of numbers takes a
 * third of the memory of a set of rows, and is faster to extend.
 */
function createPartition() {
  return {
    last: 0,
    numbers: new Map<StoredRow, number>(),
    rows: new Map<number, StoredRow>(),
    /**
     * The numbers of the rows that have a term, in ascending order. Most terms have one row, whose
     * number needs no list. A list may contain numbers of removed rows.
     */
    having: new Map<string, number | number[]>(),
    /** How many numbers of removed rows the list of a term contains, if any. */
    removed: new Map<string, number>(),
  }
}

type Partition = ReturnType<typeof createPartition>

/** About how much memory the parts of an index take, in bytes: measured averages. */
const numberedRowBytes = 200
const termBytes = 90
const listBytes = 200
const numberInListBytes = 12

/** About how much memory a term and the numbers of its rows take, in bytes. */
function bytesOfTerm(term: string, numbers: number | readonly number[]): number {
  const bytes = termBytes + 2 * term.length
  return typeof numbers === 'number'
    ? bytes
    : bytes + listBytes + numbers.length * numberInListBytes
}

/** The index of the first of the sorted `numbers` that is not below `number`. */
function firstIndexFrom(numbers: readonly number[], number: number): number {
  return firstWhere(numbers.length, (at) => (numbers[at] ?? 0) >= number)
}

/** Creates a full-text index without rows, over properties of documents. */
export function createTextIndex(
  properties: SearchedProperties,
  partitionColumn: string | undefined,
) {
  const partitions = new Map<string, Partition>()

  const nameOf = ({ columns }: StoredRow) =>
    partitionColumn === undefined ? '' : String(columns[partitionColumn])
  /** The terms of texts that were split before their commit. */
  const known = new Map<string, readonly string[]>()
  const termsOf = ({ text }: Pick<StoredRow, 'text'>) =>
    known.get(text) ?? indexTerms(searchableText(JSON.parse(text), properties))

  /** Returns about how many bytes this adds to the index. */
  function add(row: StoredRow): number {
    const name = nameOf(row)
    const partition = partitions.get(name) ?? createPartition()
    partitions.set(name, partition)
    partition.last += 1
    const number = partition.last
    partition.numbers.set(row, number)
    partition.rows.set(number, row)
    let bytes = numberedRowBytes
    for (const term of termsOf(row)) {
      const numbers = partition.having.get(term)
      if (typeof numbers === 'object') {
        numbers.push(number)
        bytes += numberInListBytes
        continue
      }
      const next = numbers === undefined ? number : [numbers, number]
      partition.having.set(term, next)
      bytes += bytesOfTerm(term, next)
      if (numbers !== undefined) bytes -= bytesOfTerm(term, numbers)
    }
    return bytes
  }

  /** Returns about how many bytes this frees in the index. */
  function remove(row: StoredRow): number {
    const name = nameOf(row)
    const partition = partitions.get(name)
    const number = partition?.numbers.get(row)
    if (!partition || number === undefined) return 0
    partition.numbers.delete(row)
    partition.rows.delete(number)
    let bytes = numberedRowBytes
    for (const term of termsOf(row)) bytes += removeFrom(partition, term)
    if (partition.rows.size === 0) partitions.delete(name)
    return bytes
  }

  /**
   * Counts a row of a term as removed. The term's list is rewritten only when more than half of its rows
   * are removed: cutting each row out of a list of thousands would take most of the time of a removal.
   *
   * @returns about how many bytes this frees in the index.
   */
  function removeFrom({ having, removed, rows }: Partition, term: string): number {
    const numbers = having.get(term)
    if (numbers === undefined) return 0
    const count = (removed.get(term) ?? 0) + 1
    if (typeof numbers === 'object' && count * 2 <= numbers.length) {
      removed.set(term, count)
      return 0
    }
    const left = typeof numbers === 'object' ? numbers.filter((number) => rows.has(number)) : []
    removed.delete(term)
    const bytes = bytesOfTerm(term, numbers)
    if (left.length === 0) {
      having.delete(term)
      return bytes
    }
    having.set(term, left)
    return bytes - bytesOfTerm(term, left)
  }

  return {
    /** The properties of `data` to read. */
    properties,
    /** Splits the text of a document into terms, and keeps them for `replace` until {@link forget}. */
    split(text: string): void {
      known.set(text, termsOf({ text }))
    },
    forget(text: string): void {
      known.delete(text)
    },
    /**
     * Applies a change of one row; undefined stands for no row. Returns about how many bytes this adds
     * to the index.
     */
    replace(before: StoredRow | undefined, after: StoredRow | undefined): number {
      const less = before ? remove(before) : 0
      const more = after ? add(after) : 0
      return more - less
    },
    /** The index of a partition. It counts all rows, and finds those that are accepted. */
    of(name: string, accept: (row: StoredRow) => boolean): WordIndex {
      const partition = partitions.get(name)
      const numbersWith = (term: string): readonly number[] => {
        const numbers = partition?.having.get(term) ?? []
        return typeof numbers === 'number' ? [numbers] : numbers
      }
      const countWith = (term: string) =>
        numbersWith(term).length - (partition?.removed.get(term) ?? 0)
      return {
        async count(terms, { mostRows, mostHaving }) {
          return {
            rows: Math.min(partition?.rows.size ?? 0, mostRows),
            having: terms.map((term) => Math.min(countWith(term), mostHaving)),
          }
        },
        async find(terms, how, limit) {
          const having = terms.map(numbersWith)
          const found = new Set<StoredRow>()
          // A row with all terms is among the rows of the first term.
          for (const numbers of how === 'any' ? having : having.slice(0, 1)) {
            for (const number of numbers) {
              if (found.size === limit) break
              const row = partition?.rows.get(number)
              const isHit =
                how === 'any' ||
                having.every((other) => other[firstIndexFrom(other, number)] === number)
              if (row && isHit && accept(row)) found.add(row)
            }
          }
          return [...found].map(toRow)
        },
      }
    },
  }
}

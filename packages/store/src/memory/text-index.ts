import { type SearchedProperties, searchableText } from '../document.ts'
import { indexTerms } from '../search-words.ts'
import type { WordIndex } from '../word-index.ts'
import { type StoredRow, toRow } from './row.ts'

/** The full-text index of one collection. */
export type TextIndex = ReturnType<typeof createTextIndex>

interface Partition {
  readonly rows: Set<StoredRow>
  /** The rows that have a term. */
  readonly having: Map<string, Set<StoredRow>>
}

/** Creates a full-text index without rows, over properties of documents. */
export function createTextIndex(
  properties: SearchedProperties,
  partitionColumn: string | undefined,
) {
  const partitions = new Map<string, Partition>()

  const nameOf = ({ columns }: StoredRow) =>
    partitionColumn === undefined ? '' : String(columns[partitionColumn])
  const termsOf = ({ text }: StoredRow) => indexTerms(searchableText(JSON.parse(text), properties))

  function add(row: StoredRow): void {
    const name = nameOf(row)
    const partition = partitions.get(name) ?? { rows: new Set(), having: new Map() }
    partitions.set(name, partition)
    partition.rows.add(row)
    for (const word of termsOf(row)) {
      const rows = partition.having.get(word)
      if (rows) rows.add(row)
      else partition.having.set(word, new Set([row]))
    }
  }

  function remove(row: StoredRow): void {
    const name = nameOf(row)
    const partition = partitions.get(name)
    if (!partition) return
    partition.rows.delete(row)
    for (const word of termsOf(row)) {
      const rows = partition.having.get(word)
      rows?.delete(row)
      if (rows?.size === 0) partition.having.delete(word)
    }
    if (partition.rows.size === 0) partitions.delete(name)
  }

  return {
    /** The properties of `data` to read. */
    properties,
    /** Follows a change of the collection; undefined stands for no row. */
    replace(before: StoredRow | undefined, after: StoredRow | undefined): void {
      if (before) remove(before)
      if (after) add(after)
    },
    /** The index of the rows of a partition. */
    of(name: string, accept: (row: StoredRow) => boolean): WordIndex {
      const partition = partitions.get(name)
      const rowsWith = (word: string): ReadonlySet<StoredRow> =>
        partition?.having.get(word) ?? new Set()
      return {
        async count(words, { mostRows, mostHaving }) {
          return {
            rows: Math.min(partition?.rows.size ?? 0, mostRows),
            having: words.map((word) => Math.min(rowsWith(word).size, mostHaving)),
          }
        },
        async find(words, how, limit) {
          const having = words.map(rowsWith)
          const found = new Set<StoredRow>()
          // A row with all terms is among the rows of the first term.
          for (const one of how === 'any' ? having : having.slice(0, 1)) {
            for (const row of one) {
              if (found.size === limit) break
              const isHit = how === 'any' || having.every((other) => other.has(row))
              if (isHit && accept(row)) found.add(row)
            }
          }
          return [...found].map(toRow)
        },
      }
    },
  }
}

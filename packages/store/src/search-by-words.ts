import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SearchedProperties, textOf } from './document.ts'
import { nearestTerms } from './nearest-terms.ts'
import type { Filter, Meaning, Row, SearchHit, SearchQuery, WeightedTerm } from './port.ts'
import { searchWords, termOf, wordsOf } from './search-words.ts'
import { compareText } from './text-order.ts'
import {
  type CountBounds,
  findRows,
  mostRowsCounted,
  mostRowsOfPartitionCounted,
  type WordIndex,
} from './word-index.ts'

/** Rows that one search compares. Those with the rarest words are taken first. */
export const mostRowsRanked = 500
/** Terms that one search looks for: those that were typed first, then what else they may be called. */
export const mostTermsSearched = 160

/** The partition that a search reads: its filter names it. Empty in a collection without partitions. */
export function searchedPartition(partition: string | undefined, where: Filter): string {
  const named = where.find(({ key, op }) => key === partition && op === 'eq')
  return partition === undefined ? '' : String(named?.value)
}

/** A thing that is looked for, by terms that rows have. */
interface KnownMeaning {
  readonly weight: number
  readonly terms: readonly WeightedTerm[]
}

const bounds: CountBounds = { mostRows: mostRowsOfPartitionCounted, mostHaving: mostRowsCounted }

/**
 * The search of every store: it reads rows of its partition alone, a bounded number of them, and
 * ranks them by BM25. So the answer depends on nothing that others wrote, and is the same on every
 * store.
 */
export async function searchByWords(
  index: WordIndex,
  properties: SearchedProperties,
  { text, meanings = everyWord(text), limit, signal }: SearchQuery,
): Promise<SearchHit[]> {
  const terms = termsIn(meanings)
  if (terms.length === 0) return []
  const { rows, having } = await index.count(terms, bounds)
  const counts = new Map(terms.map((term, at) => [term, having[at] ?? 0]))
  const isKnown = ({ term }: WeightedTerm) => (counts.get(term) ?? 0) > 0
  const known: KnownMeaning[] = meanings.map(({ weight, terms, spare = [] }) => {
    const found = terms.filter(isKnown)
    return { weight, terms: found.length > 0 ? found : spare.filter(isKnown) }
  })
  const unknown = meanings.filter((_, at) => known[at]?.terms.length === 0).map(({ word }) => word)
  const nearest = await nearestTerms(index, properties, unknown, signal)
  for (const { term, rows } of nearest.flatMap(({ terms }) => terms)) counts.set(term, rows)
  const meant = new Map(nearest.map(({ word, terms }) => [word, terms]))
  const all = known.map((one, at) => {
    if (one.terms.length > 0) return one
    const likely = meant.get(meanings[at]?.word ?? '') ?? []
    return { weight: one.weight, terms: likely.map(({ term, weight }) => ({ term, weight })) }
  })
  const countedTerms = [...new Set(all.flatMap(({ terms }) => terms.map(({ term }) => term)))]
    .map((term) => ({ term, rows: counts.get(term) ?? 0 }))
    .sort((left, right) => left.rows - right.rows)
  const found = await findRows(index, countedTerms, mostRowsRanked, signal)
  return (await rank(found, rows, all, counts, properties, signal)).slice(0, limit)
}

function everyWord(text: string): Meaning[] {
  return searchWords(text).map((word) => {
    return { word, weight: 1, terms: [{ term: termOf(word), weight: 1 }] }
  })
}

/** The first term of each thing comes before the others: it is what was typed. */
function termsIn(wanted: readonly Meaning[]): string[] {
  const lists = wanted.map(({ terms, spare = [] }) => [...terms, ...spare])
  const typed = lists.flatMap((terms) => terms.slice(0, 1))
  const others = lists.flatMap((terms) => terms.slice(1))
  return [...new Set([...typed, ...others].map(({ term }) => term))].slice(0, mostTermsSearched)
}

// The constants of BM25 in FTS5, Lucene and others.
const saturation = 1.2
const lengthWeight = 0.75
/** How much a word of the first title counts beside one of the text, and of the next one; others count 1. */
const titleWeights = [3, 2]
/**
 * Rows that are thought to be there beside those that are, when it is judged how much of a question a row
 * has: in a workspace with three passages no word is rare.
 */
const supposedRows = 20
/** Rows whose words are counted before others have their turn: a millisecond or two. */
const rowsAtOnce = 20

interface Match {
  readonly row: Row
  readonly length: number
  /** How often it has each thing that is looked for: a term counts its weight. */
  readonly times: readonly number[]
  /** The weight of the best term that it has of each. */
  readonly best: readonly number[]
}

/** Orders rows by BM25, best first. Rows that have none of the terms are left out. */
async function rank(
  rows: readonly Row[],
  rowsOfPartition: number,
  wanted: readonly KnownMeaning[],
  counts: ReadonlyMap<string, number>,
  properties: SearchedProperties,
  signal: AbortSignal | undefined,
): Promise<SearchHit[]> {
  const uses = usesOf(wanted)
  const read = termReader()
  const matches: Match[] = []
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % rowsAtOnce === 0) {
      await nextTurn()
      signal?.throwIfAborted()
    }
    matches.push(match(row, uses, wanted.length, properties, read))
  }
  const meanLength = matches.reduce((sum, { length }) => sum + length, 0) / matches.length
  const having = wanted.map(({ terms }, place) => {
    const counted = Math.max(0, ...terms.map(({ term }) => counts.get(term) ?? 0))
    const share = matches.filter(({ times }) => times[place]).length / Math.max(1, matches.length)
    const isExact = counted < mostRowsCounted
    return isExact ? counted : Math.max(counted, share * rowsOfPartition)
  })
  const rarity = (among: number, least: number) =>
    having.map((counted, place) => {
      const weight = wanted[place]?.weight ?? 0
      const rows = Math.max(counted, least)
      return weight * Math.log(1 + (Math.max(among - rows, 0) + 0.5) / (rows + 0.5))
    })
  const weights = rarity(rowsOfPartition, 0)
  const parts = rarity(rowsOfPartition + supposedRows, 1)
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return matches
    .map(({ row, length, times, best }) => {
      const longer = 1 - lengthWeight + (lengthWeight * length) / meanLength
      const score = weights.reduce((sum, weight, place) => {
        const count = times[place] ?? 0
        return sum + (weight * count * (saturation + 1)) / (count + saturation * longer)
      }, 0)
      const share = parts.reduce((sum, part, place) => sum + part * (best[place] ?? 0), 0) / whole
      return { row, score, share }
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareText(left.row.id, right.row.id))
}

/** The things that each term stands for, by their places, and how much it counts for each. */
function usesOf(wanted: readonly KnownMeaning[]): Map<string, { place: number; weight: number }[]> {
  const uses = new Map<string, { place: number; weight: number }[]>()
  for (const [place, { terms }] of wanted.entries()) {
    for (const { term, weight } of terms) {
      const known = uses.get(term)
      if (known) known.push({ place, weight })
      else uses.set(term, [{ place, weight }])
    }
  }
  return uses
}

/** Reads the terms of texts, each word once. */
function termReader(): (text: string) => string[] {
  const known = new Map<string, string>()
  return (text) =>
    wordsOf(text).map((word) => {
      const term = known.get(word) ?? termOf(word)
      known.set(word, term)
      return term
    })
}

function match(
  row: Row,
  uses: ReadonlyMap<string, readonly { place: number; weight: number }[]>,
  places: number,
  properties: SearchedProperties,
  read: (text: string) => string[],
): Match {
  const times = Array.from({ length: places }, () => 0)
  const best = Array.from({ length: places }, () => 0)
  const add = (terms: Iterable<string>, worth: number) => {
    for (const term of terms) {
      for (const { place, weight } of uses.get(term) ?? []) {
        times[place] = (times[place] ?? 0) + weight * worth
        best[place] = Math.max(best[place] ?? 0, weight)
      }
    }
  }
  const text = read(textOf(row.data, properties.text))
  add(text, 1)
  for (const [at, title] of properties.titles.entries()) {
    add(new Set(read(textOf(row.data, title))), titleWeights[at] ?? 1)
  }
  return { row, length: text.length, times, best }
}

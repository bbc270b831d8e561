import { setImmediate as endOfTick } from 'node:timers/promises'
import { nearestTerms } from './correct-misspellings.ts'
import { type SearchedProperties, textOf } from './document.ts'
import type { Filter, Row } from './row-and-filter.ts'
import type { Meaning, SearchHit, SearchQuery, WeightedTerm } from './search-query.ts'
import { searchWords, termOf, wordsOf } from './search-words.ts'
import { compareText } from './text-order.ts'
import {
  findRows,
  mostRowsCounted,
  mostRowsOfPartitionCounted,
  rowsAtOnce,
  type WordIndex,
} from './word-index.ts'

/** The most rows that one search ranks: those with the rarest words. */
export const mostRowsRanked = 500
/** The most terms that one search looks for: first the typed ones, then their synonyms. */
const mostTermsSearched = 160

/** The partition that the filter of a search names. Empty in a collection without partitions. */
export function searchedPartition(partition: string | undefined, where: Filter): string {
  const named = where.find(({ column, op }) => column === partition && op === 'eq')
  return partition === undefined ? '' : String(named?.value)
}

/**
 * The search of every store. It reads a bounded number of rows, only of the partition that its filter
 * names, and ranks them by BM25. So the result does not depend on other partitions.
 */
export async function searchByWords(
  index: WordIndex,
  properties: SearchedProperties,
  { text, meanings = meaningPerWord(text), limit, signal, pause = () => endOfTick() }: SearchQuery,
): Promise<SearchHit[]> {
  const terms = termsIn(meanings)
  if (terms.length === 0) return []
  const pauseBefore = async (rows: number) => {
    await pause(rows)
    signal?.throwIfAborted()
  }
  const bounds = { mostRows: mostRowsOfPartitionCounted, mostHaving: mostRowsCounted }
  const { rows, having } = await index.count(terms, bounds)
  const counts = new Map(terms.map((term, at) => [term, having[at] ?? 0]))
  const isKnown = ({ term }: WeightedTerm) => (counts.get(term) ?? 0) > 0
  const known = meanings.map((meaning) => ({ ...meaning, terms: meaning.terms.filter(isKnown) }))
  const unknown = known.flatMap(({ word, terms }) => (terms.length === 0 ? word : []))
  const nearest = await nearestTerms(index, properties, unknown, pauseBefore)
  for (const { term, rows } of [...nearest.values()].flat()) counts.set(term, rows)
  const all = known.map((meaning) => {
    const { word, terms, spare = [] } = meaning
    if (terms.length > 0) return meaning
    const likely = nearest.get(word) ?? []
    const others = spare.filter((other) => likely.every(({ term }) => term !== other.term))
    return { ...meaning, terms: [...likely, ...others.filter(isKnown)] }
  })
  const countedTerms = [...new Set(all.flatMap(({ terms }) => terms.map(({ term }) => term)))]
    .map((term) => ({ term, rows: counts.get(term) ?? 0 }))
    .sort((left, right) => left.rows - right.rows)
  const found = await findRows(index, countedTerms, mostRowsRanked, pauseBefore)
  return (await rank(found, rows, all, counts, properties, pauseBefore)).slice(0, limit)
}

function meaningPerWord(text: string): Meaning[] {
  return searchWords(text).map((word) => {
    return { word, weight: 1, terms: [{ term: termOf(word), weight: 1 }] }
  })
}

/**
 * The terms to look for. The first term of each meaning was typed, so the first terms come before all
 * others.
 */
function termsIn(wanted: readonly Meaning[]): string[] {
  const lists = wanted.map(({ terms, spare = [] }) => [...terms, ...spare])
  const typed = lists.flatMap((terms) => terms.slice(0, 1))
  const others = lists.flatMap((terms) => terms.slice(1))
  return [...new Set([...typed, ...others].map(({ term }) => term))].slice(0, mostTermsSearched)
}

// The constants of BM25 in FTS5, Lucene and others.
const saturation = 1.2
const lengthWeight = 0.75
/**
 * The weights of a word in the first and the second title. In the text, or in another title, its weight
 * is 1.
 */
const titleWeights = [3, 2]
/**
 * A share is computed as if the partition had this many more rows. Otherwise no word would be rare in a
 * workspace with three passages.
 */
const supposedRows = 20
/**
 * The weight of a property that no row has, as a share of its usual weight. Pages seldom use the name
 * of a property: an address is seldom called an address.
 */
const unnamedPropertyWeight = 0.3

/** The position of a meaning that a term stands for, and the weight of the term. */
interface WeightedMeaning {
  readonly at: number
  readonly weight: number
}

/** Orders rows by BM25, best first. Rows without any of the terms are left out. */
async function rank(
  rows: readonly Row[],
  rowsOfPartition: number,
  wanted: readonly Meaning[],
  counts: ReadonlyMap<string, number>,
  properties: SearchedProperties,
  pauseBefore: (rows: number) => Promise<void>,
): Promise<SearchHit[]> {
  const meaningsOfWord = createMeaningsOfWord(wanted)
  const matches: ReturnType<typeof match>[] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) await pauseBefore(Math.min(rowsAtOnce, rows.length - at))
    matches.push(match(row, meaningsOfWord, wanted.length, properties))
  }
  await pauseBefore(Math.min(rowsAtOnce, rows.length))
  const meanLength = matches.reduce((sum, { length }) => sum + length, 0) / matches.length
  const having = wanted.map(({ terms }, at) => {
    const counted = Math.max(0, ...terms.map(({ term }) => counts.get(term) ?? 0))
    if (counted < mostRowsCounted) return counted
    const share = matches.filter(({ times }) => times[at]).length / Math.max(1, matches.length)
    return Math.max(counted, share * rowsOfPartition)
  })
  const rarity = (among: number, least: number) =>
    having.map((counted, at) => {
      const weight = wanted[at]?.weight ?? 0
      const rows = Math.max(counted, least)
      return weight * Math.log(1 + (Math.max(among - rows, 0) + 0.5) / (rows + 0.5))
    })
  const weights = rarity(rowsOfPartition, 0)
  const parts = rarity(rowsOfPartition + supposedRows, 1).map((part, at) => {
    return wanted[at]?.isProperty && having[at] === 0 ? part * unnamedPropertyWeight : part
  })
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const hasUnknown = wanted.some(({ isProperty }, at) => !isProperty && having[at] === 0)
  return matches
    .map(({ row, length, times, best }) => {
      const lengthFactor = 1 - lengthWeight + (lengthWeight * length) / meanLength
      let score = 0
      let share = 0
      times.forEach((count, at) => {
        if (count === 0) return
        score +=
          ((weights[at] ?? 0) * count * (saturation + 1)) / (count + saturation * lengthFactor)
        share += (parts[at] ?? 0) * (best[at] ?? 0)
      })
      const isAbout = !hasUnknown || wanted.some((one, at) => !one.isProperty && best[at])
      return { row, score, share: isAbout ? share / whole : 0 }
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareText(left.row.id, right.row.id))
}

/** Makes a function that finds the meanings of a word, and remembers them. Most words have none. */
function createMeaningsOfWord(
  wanted: readonly Meaning[],
): (word: string) => readonly WeightedMeaning[] | undefined {
  const ofTerm = new Map<string, WeightedMeaning[]>()
  for (const [at, { terms }] of wanted.entries()) {
    for (const { term, weight } of terms) {
      const known = ofTerm.get(term)
      if (known) known.push({ at, weight })
      else ofTerm.set(term, [{ at, weight }])
    }
  }
  const ofWord = new Map<string, readonly WeightedMeaning[] | undefined>()
  return (word) => {
    const known = ofWord.get(word)
    if (known || ofWord.has(word)) return known
    const found = ofTerm.get(termOf(word))
    ofWord.set(word, found)
    return found
  }
}

function match(
  row: Row,
  meaningsOfWord: (word: string) => readonly WeightedMeaning[] | undefined,
  meaningCount: number,
  properties: SearchedProperties,
) {
  // For each meaning: how often the row has its terms, each counted by its weight.
  const times = new Float64Array(meaningCount)
  // For each meaning: the weight of the best term that the row has.
  const best = new Float64Array(meaningCount)
  const add = (found: Iterable<readonly WeightedMeaning[] | undefined>, worth: number) => {
    for (const meanings of found) {
      if (!meanings) continue
      for (const { at, weight } of meanings) {
        times[at] = (times[at] ?? 0) + weight * worth
        best[at] = Math.max(best[at] ?? 0, weight)
      }
    }
  }
  const words = wordsOf(textOf(row.data, properties.text))
  add(words.map(meaningsOfWord), 1)
  for (const [at, title] of properties.titles.entries()) {
    add(new Set(wordsOf(textOf(row.data, title)).map(meaningsOfWord)), titleWeights[at] ?? 1)
  }
  return { row, length: words.length, times, best }
}

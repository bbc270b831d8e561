import { type SearchedProperties, searchableText } from './document.ts'
import type { WeightedTerm } from './search-query.ts'
import { isSpelled, misspelling, partsLike, termOf, wordsOf } from './search-words.ts'
import { type CountedTerm, findRows, mostRowsCounted, type WordIndex } from './word-index.ts'

/** The most words of a question that are checked for misspellings. */
const mostUnknown = 6
/** The most rows that are read to find the words that were meant. */
const mostRowsRespelled = 100
/** The most words that one misspelled word may stand for. */
const mostMeant = 3
/** How many rows are compared before other work runs. */
const rowsAtOnce = 20
/** The weight of a word that was probably meant, by the number of wrong letters. */
const weights = [0.8, 0.6]

/** The words that a word without any rows may stand for. */
export interface NearestTerms {
  readonly word: string
  readonly terms: readonly (WeightedTerm & CountedTerm)[]
}

/**
 * Finds the terms of rows that are nearest to words without any rows. Rows are found by the first and
 * the last part of a word, because an error changes only one of them. Rows with the rarest parts are
 * read first.
 */
export async function nearestTerms(
  index: WordIndex,
  properties: SearchedProperties,
  words: readonly string[],
  pauseBefore: (rows: number) => Promise<void>,
): Promise<NearestTerms[]> {
  const typed = [...new Set(words.filter(isSpelled))].slice(0, mostUnknown)
  if (typed.length === 0) return []
  const parts = [...new Set(typed.flatMap(partsLike))]
  const rows = await findRows(index, await counted(index, parts), mostRowsRespelled, pauseBefore)
  const near = new Map(typed.map((word) => [word, new Map<string, number>()]))
  const seen = new Set<string>()
  for (const [at, { data }] of rows.entries()) {
    if (at % rowsAtOnce === 0) await pauseBefore(Math.min(rowsAtOnce, rows.length - at))
    for (const word of wordsOf(searchableText(data, properties))) {
      if (seen.has(word) || !isSpelled(word)) continue
      seen.add(word)
      for (const [one, found] of near) {
        const distance = misspelling(one, word)
        if (distance === null) continue
        const term = termOf(word)
        found.set(term, Math.min(distance, found.get(term) ?? distance))
      }
    }
  }
  const rowsWith = new Map<string, number>()
  const all = [...new Set([...near.values()].flatMap((found) => [...found.keys()]))].slice(0, 64)
  for (const { term, rows } of all.length > 0 ? await counted(index, all) : []) {
    rowsWith.set(term, rows)
  }
  return typed.map((word) => {
    const found = [...(near.get(word) ?? [])].filter(([term]) => rowsWith.has(term))
    const least = Math.min(...found.map(([, distance]) => distance))
    const terms = found
      .filter(([, distance]) => distance === least)
      .map(([term]) => ({ term, weight: weights[least - 1] ?? 0, rows: rowsWith.get(term) ?? 0 }))
      .sort((left, right) => right.rows - left.rows || (left.term < right.term ? -1 : 1))
      .slice(0, mostMeant)
    return { word, terms }
  })
}

/** Counts terms, and returns those that have rows, the rarest first. */
async function counted(index: WordIndex, terms: readonly string[]): Promise<CountedTerm[]> {
  const { having } = await index.count(terms, { mostRows: 1, mostHaving: mostRowsCounted })
  return terms
    .map((term, at) => ({ term, rows: having[at] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .sort((left, right) => left.rows - right.rows)
}

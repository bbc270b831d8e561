import { type SearchedProperties, searchableText } from './document.ts'
import type { WeightedTerm } from './search-query.ts'
import { canBeMisspelled, misspelling, partsLike, termOf, wordsOf } from './search-words.ts'
import {
  type CountedTerm,
  findRows,
  mostRowsCounted,
  rowsAtOnce,
  type WordIndex,
} from './word-index.ts'

/** How many unknown words of a question are corrected at most. */
const maxUnknownWords = 6
/** The most rows whose words are compared with the unknown ones. */
const maxRowsCompared = 100
/** The most terms that one misspelled word may stand for. */
const maxTermsPerWord = 3
/** The most corrections whose rows are counted. */
const maxCorrectionsCounted = 64
/** The weight of a correction, by the number of wrong letters: one or two. */
const weights = [0.8, 0.6]

/** The terms that a word may stand for. */
type NearestTerms = readonly (WeightedTerm & CountedTerm)[]

/**
 * For each of `words`, which no row has, finds the most similar words that rows have. Returns their
 * terms, by the unknown word. Rows are found by the first and the last part of a word, because one error
 * seldom changes both. Rows with the rarest parts are read first.
 */
export async function nearestTerms(
  index: WordIndex,
  properties: SearchedProperties,
  words: readonly string[],
  pauseBefore: (rows: number) => Promise<void>,
): Promise<ReadonlyMap<string, NearestTerms>> {
  const typed = [...new Set(words.filter(canBeMisspelled))].slice(0, maxUnknownWords)
  if (typed.length === 0) return new Map()
  const parts = [...new Set(typed.flatMap(partsLike))]
  const rows = await findRows(index, await countTerms(index, parts), maxRowsCompared, pauseBefore)
  // For each unknown word: the similar terms, with their numbers of wrong letters.
  const similar = new Map(typed.map((word) => [word, new Map<string, number>()]))
  const seen = new Set<string>()
  for (const [at, { data }] of rows.entries()) {
    if (at % rowsAtOnce === 0) await pauseBefore(Math.min(rowsAtOnce, rows.length - at))
    for (const word of wordsOf(searchableText(data, properties))) {
      if (seen.has(word) || !canBeMisspelled(word)) continue
      seen.add(word)
      for (const [unknown, found] of similar) {
        const distance = misspelling(unknown, word)
        if (distance === null) continue
        const term = termOf(word)
        found.set(term, Math.min(distance, found.get(term) ?? distance))
      }
    }
  }
  const allSimilar = new Set([...similar.values()].flatMap((found) => [...found.keys()]))
  if (allSimilar.size === 0) return new Map()
  const counted = await countTerms(index, [...allSimilar].slice(0, maxCorrectionsCounted))
  const rowsWith = new Map(counted.map(({ term, rows }) => [term, rows]))
  const nearest = typed.map((word): [string, NearestTerms] => {
    const found = [...(similar.get(word) ?? [])].filter(([term]) => rowsWith.has(term))
    const least = Math.min(...found.map(([, distance]) => distance))
    const terms = found
      .filter(([, distance]) => distance === least)
      .map(([term]) => ({ term, weight: weights[least - 1] ?? 0, rows: rowsWith.get(term) ?? 0 }))
      .sort((left, right) => right.rows - left.rows || (left.term < right.term ? -1 : 1))
      .slice(0, maxTermsPerWord)
    return [word, terms]
  })
  return new Map(nearest)
}

/** Counts the rows with each term, and returns the terms that rows have, the rarest first. */
async function countTerms(index: WordIndex, terms: readonly string[]): Promise<CountedTerm[]> {
  const { having } = await index.count(terms, { mostRows: 1, mostHaving: mostRowsCounted })
  return terms
    .map((term, at) => ({ term, rows: having[at] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .sort((left, right) => left.rows - right.rows)
}

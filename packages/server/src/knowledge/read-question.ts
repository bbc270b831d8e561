import type { Meaning, WeightedTerm } from '@doorkit/store'
import { isSpelled, misspelling, searchWords, termOf, wordsOf } from '@doorkit/store'
import type { Vocabulary } from '../text/vocabulary.ts'
import { questionWords, type StopWordLanguage, stopWords } from './stop-words.ts'
import { commonSynonyms } from './synonyms.ts'

const mostWordsOfPhrase = 4

/**
 * Makes a vocabulary from lists of synonyms.
 *
 * @param synonyms - one text per list, with words and phrases separated by commas. They extend the
 * built-in lists. A word on two lists has the meanings of both.
 */
export function createVocabulary(synonyms: readonly string[] = []): Vocabulary {
  if (synonyms.length > 0) return readLists([...commonSynonyms, ...synonyms])
  commonVocabulary ??= readLists(commonSynonyms)
  return commonVocabulary
}

// Most kits add no synonyms. They share one copy of the built-in lists, because reading these takes
// long.
let commonVocabulary: Vocabulary | undefined

function readLists(lists: readonly string[]): Vocabulary {
  const groups = new Map<string, number[]>()
  const spelled = new Set<string>()
  const terms = lists.map((list, place) => {
    const single = new Set<string>()
    for (const phrase of list.split(',')) {
      const words = wordsOf(phrase)
      if (words.length === 0 || words.length > mostWordsOfPhrase) continue
      const key = words.map(termOf).join(' ')
      for (const one of words.length === 2 ? [key, termOf(words.join(''))] : [key]) {
        const known = groups.get(one) ?? []
        if (!known.includes(place)) groups.set(one, [...known, place])
      }
      const [word = ''] = words
      if (words.length === 2) single.add(termOf(words.join('')))
      if (words.length > 1) continue
      single.add(termOf(word))
      if (isSpelled(word) && word.length > 4) spelled.add(word)
    }
    return [...single]
  })
  return { groups, terms, spelled: [...spelled] }
}

/** The weight of a synonym of the typed word. */
const sameMeaning = 0.8
/** The weight of a word of which the typed one may be a misspelling. */
const respelled = 0.7
/** The weight of a word that is only a part of the typed word. */
const partial = 0.5
/** How many words of a question are checked for misspellings. */
const mostRespelled = 8
const leastTail = 4

const stopped = Object.fromEntries<ReadonlySet<string>>(
  Object.entries(stopWords).map(([language, words]) => [language, new Set(wordsOf(words))]),
) as { readonly [L in StopWordLanguage]: ReadonlySet<string> }

const telling = Object.entries(stopped).map(([name, words]) => {
  const language = name as StopWordLanguage
  return [language, new Set([...words, ...wordsOf(questionWords[language])])] as const
})

/**
 * The language of most of the common words in a text. Null if the text has no common word, or if two
 * languages have the same number of them.
 */
export function languageOf(text: string): StopWordLanguage | null {
  const words = wordsOf(text).slice(0, 200)
  const counts = telling.map(([language, known]) => {
    return [language, words.filter((word) => known.has(word)).length] as const
  })
  const [[best, most], [, next]] = counts.sort(([, left], [, right]) => right - left) as [
    (typeof counts)[number],
    (typeof counts)[number],
  ]
  return most > next ? best : null
}

/**
 * Reads the meanings in a question: the terms of its words and their synonyms. A word that is repeated
 * counts more. Stop words count only if there are no other words.
 */
export function readQuestion(text: string, vocabulary: Vocabulary): Meaning[] {
  const words = wordsOf(text).slice(0, 256)
  const terms = words.map(termOf)
  const language = languageOf(text)
  const ignored = stopped[language ?? 'en']
  const isIgnored = (word: string) => ignored.has(word)
  const wanted = new Map<string, Meaning>()
  const add = (key: string, make: () => Omit<Meaning, 'weight'>) => {
    const known = wanted.get(key)
    if (known) wanted.set(key, { ...known, weight: Math.min(2, known.weight + 0.5) })
    else wanted.set(key, { ...make(), weight: 1 })
  }
  let compared = 0
  for (let at = 0; at < words.length; at += 1) {
    const length = phraseAt(terms, at, vocabulary)
    if (length > 1) {
      const phrase = terms.slice(at, at + length).join(' ')
      const groups = vocabulary.groups.get(phrase) ?? []
      const own = words.slice(at, at + length).filter((word) => isSpelled(word) && !isIgnored(word))
      add(groups.join(), () => ({
        word: '',
        terms: [
          ...own.map((word) => ({ term: termOf(word), weight: partial })),
          ...meanings(groups, vocabulary, sameMeaning),
        ],
      }))
      at += length - 1
      continue
    }
    const [word = '', term = ''] = [words[at], terms[at]]
    if (isIgnored(word)) continue
    const groups = vocabulary.groups.get(term)
    const isRespelled = !groups && compared < mostRespelled
    if (isRespelled) compared += 1
    add(groups?.join() ?? term, () => ({
      word,
      terms: [
        { term, weight: 1 },
        ...meanings(groups ?? [], vocabulary, sameMeaning).filter((one) => one.term !== term),
      ],
      spare: isRespelled ? likeMeanings(word, vocabulary) : [],
    }))
  }
  if (wanted.size > 0) return [...wanted.values()]
  return searchWords(text).map((word) => ({
    ...{ word, weight: 1 },
    terms: [{ term: termOf(word), weight: 1 }],
  }))
}

/**
 * The number of terms in the longest phrase of the vocabulary that starts here, or 1 without a phrase.
 */
function phraseAt(terms: readonly string[], at: number, { groups }: Vocabulary): number {
  for (let length = mostWordsOfPhrase; length > 1; length -= 1) {
    if (at + length > terms.length) continue
    if (groups.has(terms.slice(at, at + length).join(' '))) return length
  }
  return 1
}

function meanings(
  groups: readonly number[],
  vocabulary: Vocabulary,
  weight: number,
): WeightedTerm[] {
  const terms = new Set(groups.flatMap((group) => vocabulary.terms[group] ?? []))
  return [...terms].map((term) => ({ term, weight }))
}

/** The meanings of a known word that is spelled nearly like this one, or with which this one ends. */
function likeMeanings(word: string, vocabulary: Vocabulary): WeightedTerm[] {
  if (!isSpelled(word) || word.length < 5) return []
  const { groups, spelled } = vocabulary
  let nearest: { readonly known: string; readonly distance: number } | null = null
  for (const known of spelled) {
    const distance = misspelling(word, known)
    if (distance === null || (nearest && nearest.distance <= distance)) continue
    nearest = { known, distance }
  }
  if (nearest) return meanings(groups.get(termOf(nearest.known)) ?? [], vocabulary, respelled)
  for (let from = 3; word.length >= 8 && word.length - from >= leastTail; from += 1) {
    const tail = groups.get(termOf(word.slice(from)))
    if (tail) return meanings(tail, vocabulary, partial)
  }
  return []
}

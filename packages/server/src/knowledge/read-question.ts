import type { Meaning, WeightedTerm } from '@doorkit/store'
import { canBeMisspelled, misspelling, searchWords, termOf, wordsOf } from '@doorkit/store'
import type { Vocabulary } from '../text/vocabulary.ts'
import { commonSynonyms } from './common-synonyms.ts'
import { questionWords, type StopWordLanguage, stopWords } from './stop-words.ts'

const mostWordsOfPhrase = 4

/**
 * Makes a vocabulary from lists of synonyms.
 *
 * @param synonyms - one text per list, with commas between its words and phrases. Words after a `>` are
 * hints: passages about the subject of the list contain them, but a question with such a word can be
 * about something else (`opening hours, open > monday, tuesday`). The lists extend the built-in ones. A
 * word on two lists has the meanings of both. A phrase of more than four words is ignored.
 */
export function createVocabulary(synonyms: readonly string[] = []): Vocabulary {
  if (synonyms.length > 0) return readLists([...commonSynonyms, ...synonyms])
  commonVocabulary ??= readLists(commonSynonyms)
  return commonVocabulary
}

// Kits without synonyms of their own share one vocabulary, because making it takes a long time.
let commonVocabulary: Vocabulary | undefined

function readLists(lists: readonly string[]): Vocabulary {
  const groups = new Map<string, readonly number[]>()
  const groupsByWord = new Map<string, readonly number[]>()
  const spelled = new Set<string>()
  const terms = lists.map((list, group) => {
    const [synonyms = '', hints = ''] = list.split('>')
    const weights = new Map<string, number>()
    const addTo = (known: Map<string, readonly number[]>, key: string) => {
      const numbers = known.get(key) ?? []
      if (!numbers.includes(group)) known.set(key, [...numbers, group])
    }
    for (const phrase of synonyms.split(',')) {
      const words = wordsOf(phrase)
      if (words.length === 0 || words.length > mostWordsOfPhrase) continue
      const key = words.map(termOf).join(' ')
      addTo(groups, key)
      if (words.length === 2) {
        const joined = termOf(words.join(''))
        addTo(groups, joined)
        weights.set(joined, sameMeaning)
      }
      const [word = ''] = words
      if (words.length > 1) continue
      addTo(groupsByWord, word)
      const term = termOf(word)
      // The stem of "career" is "car", which is more frequent in texts about something else.
      const isCutShort = term.length < 4 && word.length > term.length + 2
      // A stop word of any language is left out: the French "an" (year) is in most English texts.
      const isStopWord = Object.values(stopWordSets).some((stopWords) => stopWords.has(term))
      if (!isStopWord) weights.set(term, isCutShort ? cutShort : sameMeaning)
      if (canBeMisspelled(word) && word.length > 4) spelled.add(word)
    }
    for (const term of wordsOf(hints).map(termOf)) if (!weights.has(term)) weights.set(term, hint)
    return [...weights].map(([term, weight]) => ({ term, weight }))
  })
  const properties = new Set(lists.flatMap((list, group) => (list.startsWith('*') ? [group] : [])))
  return { groups, words: groupsByWord, terms, properties, spelled: [...spelled] }
}

/** The weight of a synonym of the typed word. */
const sameMeaning = 0.8
/** The weight of a known word that the typed word may be a misspelling of. */
const respelled = 0.7
/** The weight of a property, such as a price. The thing that has the property has the weight 1. */
const property = 0.7
/** The weight of a part of the typed word or phrase, and of a stem that words of other lists share. */
const partial = 0.5
/** The weight of a hint. */
const hint = 0.4
/** The weight of a stem that is much shorter than its word. */
const cutShort = 0.3
/** How many words of a question are checked for misspellings. */
const mostRespelled = 8
/** The minimum length of a known word at the end of a typed word. */
const leastTail = 5

const stopWordSets = Object.fromEntries<ReadonlySet<string>>(
  Object.entries(stopWords).map(([language, words]) => [language, new Set(wordsOf(words))]),
) as { readonly [L in StopWordLanguage]: ReadonlySet<string> }

const wordsOfLanguages = Object.entries(stopWordSets).map(([name, words]) => {
  const language = name as StopWordLanguage
  return [language, new Set([...words, ...wordsOf(questionWords[language])])] as const
})

/** The language whose common words occur most often in a text; null if the two best are equal. */
export function languageOf(text: string): StopWordLanguage | null {
  const words = wordsOf(withoutSingleLetters(text)).slice(0, 200)
  const counts = wordsOfLanguages.map(([language, known]) => {
    return [language, words.filter((word) => known.has(word)).length] as const
  })
  const [[best, most], [, next]] = counts.sort(([, left], [, right]) => right - left) as [
    (typeof counts)[number],
    (typeof counts)[number],
  ]
  return most > next ? best : null
}

/**
 * Reads the meanings in a question: the terms of its words and their synonyms. A meaning that is repeated
 * counts more. Stop words count only if there are no other words.
 */
export function readQuestion(text: string, vocabulary: Vocabulary): Meaning[] {
  const words = wordsOf(text).slice(0, 256)
  const terms = words.map(termOf)
  const language = languageOf(text)
  const ignored = stopWordSets[language ?? 'en']
  const letters = singleLettersOf(text)
  const isIgnored = (word: string) => ignored.has(word) && !letters.has(word)
  const meaningsByKey = new Map<string, Meaning>()
  const add = (key: string, make: () => Omit<Meaning, 'weight'>) => {
    const known = meaningsByKey.get(key)
    if (known) meaningsByKey.set(key, { ...known, weight: Math.min(2, known.weight * 1.5) })
    else {
      const isProperty = isPropertyOf(key, vocabulary)
      meaningsByKey.set(key, { ...make(), isProperty, weight: isProperty ? property : 1 })
    }
  }
  let compared = 0
  for (let at = 0; at < words.length; at += 1) {
    const length = phraseAt(terms, at, vocabulary)
    if (length > 1) {
      const phrase = terms.slice(at, at + length).join(' ')
      const groups = vocabulary.groups.get(phrase) ?? []
      const own = words
        .slice(at, at + length)
        .filter((word) => canBeMisspelled(word) && !isIgnored(word))
      add(groups.join(), () => ({
        word: '',
        terms: [
          ...own.map((word) => ({ term: termOf(word), weight: partial })),
          ...termsOfGroups(groups, vocabulary),
        ],
      }))
      at += length - 1
      continue
    }
    const [word = '', term = ''] = [words[at], terms[at]]
    // The words also contain "avezvous" for "avez-vous", which is ignored like its two parts.
    const isJoined = word === `${words[at - 2]}${words[at - 1]}`
    if (isIgnored(word) || (isJoined && words.slice(at - 2, at).every(isIgnored))) continue
    const byTerm = vocabulary.groups.get(term)
    const groups = vocabulary.words.get(word) ?? byTerm
    // "Stores" (shops) and "stored" (data) have the same stem, but are on different lists.
    const isStemOnOtherLists = byTerm?.some((group) => !groups?.includes(group)) ?? false
    const mayBeMisspelled = !groups && compared < mostRespelled
    if (mayBeMisspelled) compared += 1
    add(groups?.join() ?? term, () => ({
      word,
      terms: [
        { term, weight: isStemOnOtherLists ? partial : 1 },
        ...termsOfGroups(groups ?? [], vocabulary).filter((one) => one.term !== term),
      ],
      spare: mayBeMisspelled ? termsOfSimilarWord(word, vocabulary) : [],
    }))
  }
  if (meaningsByKey.size > 0) return [...meaningsByKey.values()]
  return searchWords(text).map((word) => ({
    word,
    weight: 1,
    terms: [{ term: termOf(word), weight: 1 }],
  }))
}

function isPropertyOf(groups: string, { properties }: Vocabulary): boolean {
  return groups !== '' && groups.split(',').every((group) => properties.has(Number(group)))
}

/** The number of terms in the longest phrase of the vocabulary that starts at a term; 1 without one. */
function phraseAt(terms: readonly string[], at: number, { groups }: Vocabulary): number {
  for (let length = mostWordsOfPhrase; length > 1; length -= 1) {
    if (at + length > terms.length) continue
    if (groups.has(terms.slice(at, at + length).join(' '))) return length
  }
  return 1
}

/** The terms of some groups, each with its largest weight. */
function termsOfGroups(groups: readonly number[], { terms }: Vocabulary): WeightedTerm[] {
  const weights = new Map<string, number>()
  for (const { term, weight } of groups.flatMap((group) => terms[group] ?? [])) {
    weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  }
  return [...weights].map(([term, weight]) => ({ term, weight }))
}

function capWeights(terms: readonly WeightedTerm[], most: number): WeightedTerm[] {
  return terms.map(({ term, weight }) => ({ term, weight: Math.min(weight, most) }))
}

/**
 * The capital letters of a text that are words of their own, such as a size or a model; returned in
 * lower case. A, I, O and Y are left out, because they are ordinary words.
 */
export function singleLettersOf(text: string): ReadonlySet<string> {
  return new Set(text.match(singleLetter)?.map((letter) => letter.toLowerCase()))
}

/** A text without the letters of {@link singleLettersOf}. */
export function withoutSingleLetters(text: string): string {
  return text.replace(singleLetter, ' ')
}

const singleLetter = /(?<![\p{L}\p{N}'’])[B-HJ-NP-XZ](?![\p{L}\p{N}'’])/gu

/** The terms of a known word that a typed word probably misspells, or ends with. */
function termsOfSimilarWord(word: string, vocabulary: Vocabulary): WeightedTerm[] {
  if (!canBeMisspelled(word) || word.length < 5) return []
  const { words, spelled } = vocabulary
  let nearest: { readonly known: string; readonly distance: number } | null = null
  for (const known of spelled) {
    const distance = misspelling(word, known)
    if (distance === null || (nearest && nearest.distance <= distance)) continue
    nearest = { known, distance }
  }
  if (nearest)
    return capWeights(termsOfGroups(words.get(nearest.known) ?? [], vocabulary), respelled)
  for (let from = 3; word.length >= 8 && word.length - from >= leastTail; from += 1) {
    const tail = words.get(word.slice(from))
    if (tail) return capWeights(termsOfGroups(tail, vocabulary), partial)
  }
  return []
}

import type { FoundPassage } from '@doorkit/models/console'
import { type Meaning, termOf, wordsOf } from '@doorkit/store'
import { readQuestion } from '../knowledge/read-question.ts'
import type { Passage } from '../ports/knowledge-search.ts'
import type { Vocabulary } from '../text/vocabulary.ts'

/** Shows the passages that a question found, with the words that match. */
export function showPassages(
  vocabulary: Vocabulary,
  asked: string,
  passages: readonly Passage[],
): FoundPassage[] {
  const words = passages.map(wordsByTerm)
  const question = readQuestion(asked, vocabulary).map(({ word, terms, spare = [] }) => {
    // Spare terms count only if no passage has one of the word's other terms.
    const isFound = terms.some(({ term }) => words.some((byTerm) => byTerm.has(term)))
    return { word, terms: isFound ? terms : spare }
  })
  return passages.map((passage, at) => {
    const { id, title, heading, url, text, score } = passage
    const because = explainPassage(question, words[at] ?? new Map())
    return { id, object: 'found_passage', title, heading, url, text, score, because }
  })
}

/** How many words of a passage are shown, at most, for one word of the question. */
const mostFound = 5

/** Finds the words of a passage that match a question. */
function explainPassage(
  question: readonly Pick<Meaning, 'word' | 'terms'>[],
  byTerm: ReadonlyMap<string, ReadonlySet<string>>,
): FoundPassage['because'] {
  return question.flatMap(({ word, terms }) => {
    const matches = terms.flatMap(({ term }) => [...(byTerm.get(term) ?? [])])
    const found = [...new Set(matches)].slice(0, mostFound)
    return found.length > 0 ? [{ asked: word, found }] : []
  })
}

/** The words of a passage by their terms. */
function wordsByTerm({ title, heading, text }: Passage): Map<string, Set<string>> {
  const byTerm = new Map<string, Set<string>>()
  for (const word of wordsOf(`${title} ${heading ?? ''} ${text}`)) {
    const term = termOf(word)
    byTerm.set(term, (byTerm.get(term) ?? new Set()).add(word))
  }
  return byTerm
}

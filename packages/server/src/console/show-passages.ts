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
  const question = readQuestion(asked, vocabulary)
  return passages.map((passage) => {
    const { id, title, heading, url, text, score } = passage
    const because = explainPassage(question, passage)
    return { id, object: 'found_passage', title, heading, url, text, score, because }
  })
}

/** The most words of a passage that are shown for a word of the question. */
const mostFound = 5

/** Finds the words of a passage that match a question. */
function explainPassage(
  question: readonly Meaning[],
  { title, heading, text }: Pick<Passage, 'title' | 'heading' | 'text'>,
): FoundPassage['because'] {
  const byTerm = new Map<string, Set<string>>()
  for (const word of wordsOf(`${title} ${heading ?? ''} ${text}`)) {
    const term = termOf(word)
    byTerm.set(term, (byTerm.get(term) ?? new Set()).add(word))
  }
  return question.flatMap(({ word, terms, spare = [] }) => {
    const wordsFor = (wanted: typeof terms) =>
      wanted.flatMap(({ term }) => [...(byTerm.get(term) ?? [])])
    const own = wordsFor(terms)
    // Spare terms count only if the passage has none of the word's other terms.
    const found = [...new Set(own.length > 0 ? own : wordsFor(spare))].slice(0, mostFound)
    return found.length > 0 ? [{ asked: word, found }] : []
  })
}

import type { FoundPassage } from '@doorkit/models/console'
import { explainPassage } from '../knowledge/explain-passage.ts'
import { readQuestion } from '../knowledge/read-question.ts'
import type { Passage } from '../ports/agent.ts'
import type { Vocabulary } from '../text/vocabulary.ts'

/** Shows the passages that a question found, with the reasons. */
export function showPassages(
  vocabulary: Vocabulary,
  text: string,
  passages: readonly Passage[],
): FoundPassage[] {
  const question = readQuestion(text, vocabulary)
  return passages.map((passage) => {
    const { id, title, heading, url, text, score } = passage
    const because = explainPassage(question, passage)
    return { id, object: 'found_passage', title, heading, url, text, score, because }
  })
}

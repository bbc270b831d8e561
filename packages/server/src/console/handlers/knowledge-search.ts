import { explainPassage } from '../../knowledge/explain-passage.ts'
import { readQuestion } from '../../knowledge/read-question.ts'
import { searchKnowledge } from '../../knowledge/search.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

/** As many passages as the agent gets by default. */
const mostPassages = 5

export const knowledgeSearch: ConsoleHandlers['knowledgeSearch'] = {
  async list({ query: { text } }, context) {
    const passages = await searchKnowledge(context, context.workspace.id, text, mostPassages)
    const question = readQuestion(text, context.vocabulary)
    const data = passages.map((passage) => {
      const { id, title, heading, url, text: content, score } = passage
      const because = explainPassage(question, passage)
      return {
        id,
        object: 'found_passage' as const,
        title,
        heading,
        url,
        text: content,
        score,
        because,
      }
    })
    return { object: 'list', data, has_more: false, next_cursor: null }
  },
}

import { searchKnowledge } from '../../knowledge/search.ts'
import { showPassages } from '../show-passages.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

/** As many passages as the agent gets by default. */
const mostPassages = 5

export const knowledgeSearch: ConsoleHandlers['knowledgeSearch'] = {
  async list({ query: { text } }, context) {
    const passages = await searchKnowledge(context, context.workspace.id, text, mostPassages)
    const data = showPassages(context.vocabulary, text, passages)
    return { object: 'list', data, has_more: false, next_cursor: null }
  },
}

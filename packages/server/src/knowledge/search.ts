import { type SearchHit, searchByLists } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { chunks, type StoredChunk } from '../collections/knowledge-document.ts'
import { searchMs } from '../limits/bounds.ts'
import type { Passage } from '../ports/agent.ts'
import { withinTime } from '../ports/within-time.ts'
import type { Services } from '../services/services.ts'
import { headingsOf } from './chunk-sections.ts'
import { readQuestion } from './read-question.ts'

type SearchServices = Pick<Services, 'store' | 'searchPlaces' | 'vocabulary' | 'clock' | 'logger'>

/** The least share of what a question looks for that a passage has to have. */
const leastShare = 0.34

/**
 * Finds the passages of a workspace that match a text best, or none if none is about it. A search that
 * takes too long returns none and logs a warning, so that the agent can still answer.
 */
export async function searchKnowledge(
  { store, searchPlaces, vocabulary, clock, logger }: SearchServices,
  workspace: string,
  text: string,
  limit: number,
): Promise<Passage[]> {
  const where = [equals('workspace', workspace)]
  const late = new Error('The search took too long.')
  try {
    return await withinTime({ clock, limitMs: searchMs, late: () => late }, async (signal) => {
      const endPlace = await searchPlaces(workspace, signal)
      try {
        const meanings = readQuestion(text, vocabulary)
        const query = { in: chunks.plan.name, where, text, meanings, limit, signal }
        const hits = await (store.search?.(query) ?? searchByLists(store, chunks.plan, query))
        return hits.filter(({ share }) => share >= leastShare).map(toPassage)
      } finally {
        endPlace()
      }
    })
  } catch (error) {
    if (error !== late) throw error
    logger.warn({ workspace }, 'A search of knowledge took too long and found nothing.')
    return []
  }
}

function toPassage({ row, score }: SearchHit): Passage {
  const { id, data } = row as StoredChunk
  const { url = null, title, text } = data
  return { id, url, title, heading: headingsOf(data), text, score }
}

import { searchByLists } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { chunks, type StoredChunk } from '../collections/knowledge-document.ts'
import { searchMs } from '../limits/bounds.ts'
import type { Passage } from '../ports/agent.ts'
import { withinTime } from '../ports/within-time.ts'
import type { Services } from '../services/services.ts'

type SearchServices = Pick<Services, 'store' | 'searchPlaces' | 'clock' | 'logger'>

/**
 * Finds the passages of a workspace that match a text best. A search that takes too long returns none
 * and logs a warning, so that the agent can still answer.
 */
export async function searchKnowledge(
  { store, searchPlaces, clock, logger }: SearchServices,
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
        const query = { in: chunks.plan.name, where, text, limit, signal }
        const hits = await (store.search?.(query) ?? searchByLists(store, chunks.plan, query))
        return hits.map(({ row }) => {
          const { title, text } = (row as StoredChunk).data
          return { title, text }
        })
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

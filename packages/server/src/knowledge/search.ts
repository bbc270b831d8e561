import { type SearchHit, searchByLists } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { knowledgePassages, type StoredPassage } from '../collections/knowledge-document.ts'
import { embeddingMs, searchMs } from '../limits/bounds.ts'
import type { KnowledgeQuery, Passage } from '../ports/knowledge-search.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { Services } from '../services/services.ts'
import { headingsOf } from './cut-passages.ts'
import { languageOf, readQuestion } from './read-question.ts'

type SearchServices = Pick<
  Services,
  'store' | 'searchPlaces' | 'vocabulary' | 'clock' | 'logger' | 'search' | 'embeddings'
>

/** The smallest share of a question that a passage must match to count as a hit. */
const leastShare = 0.34
/** The smallest share for a passage in another language, which lacks most words of the question. */
const leastShareTranslated = 0.18
/** Each search is asked for at least this many results before the results are fused. */
const leastFused = 20
/** The usual constant of reciprocal rank fusion. With a larger one, the top ranks stand out less. */
const rankConstant = 60

/**
 * Finds the passages of a workspace that match a text best, or none if no passage matches it. If the
 * search takes too long or the host's search engine fails, returns none and logs the reason, so that the
 * agent can still answer.
 */
export async function searchKnowledge(
  services: SearchServices,
  workspace: string,
  text: string,
  limit: number,
): Promise<Passage[]> {
  const { clock, logger, search } = services
  const late = new Error('The search took too long.')
  try {
    return await withinTime({ clock, limitMs: searchMs, late: () => late }, async (signal) => {
      const query = { workspace, text, limit, signal }
      if (search) return [...(await search.search(query))].slice(0, limit)
      return services.embeddings
        ? searchByWordsAndMeaning(services, query)
        : (await searchByWords(services, query)).map(toPassage)
    })
  } catch (error) {
    if (error === late) {
      logger.warn({ workspace }, 'A search of knowledge took too long and found nothing.')
    } else if (search) logger.error({ workspace, error }, 'The search engine failed.')
    else throw error
    return []
  }
}

async function searchByWords(
  { store, searchPlaces, vocabulary }: SearchServices,
  { workspace, text, limit, signal }: KnowledgeQuery,
): Promise<SearchHit[]> {
  const endPlace = await searchPlaces(workspace, signal)
  try {
    const where = [equals('workspace', workspace)]
    const meanings = readQuestion(text, vocabulary)
    const query = { in: knowledgePassages.plan.name, where, text, meanings, limit, signal }
    const hits = await (store.search?.(query) ??
      searchByLists(store, knowledgePassages.plan, query))
    const language = languageOf(text)
    return hits.filter(({ row, share }) => {
      if (share >= leastShare) return true
      if (language === null || share < leastShareTranslated) return false
      const other = languageOf((row as StoredPassage).data.text)
      return other !== null && other !== language
    })
  } finally {
    endPlace()
  }
}

/**
 * Fuses two lists of results by rank: the passages that share words with a text, and those that mean
 * nearly the same.
 */
async function searchByWordsAndMeaning(
  services: SearchServices,
  query: KnowledgeQuery,
): Promise<Passage[]> {
  const longer = { ...query, limit: Math.max(query.limit, leastFused) }
  const [hits, near] = await Promise.all([
    searchByWords(services, longer),
    searchByMeaning(services, longer),
  ])
  const fused = new Map<string, Passage>()
  for (const list of [hits.map(({ row }) => row), near]) {
    for (const [at, row] of list.entries()) {
      const score = (fused.get(row.id)?.score ?? 0) + 1 / (rankConstant + at + 1)
      fused.set(row.id, toPassage({ row, score }))
    }
  }
  return [...fused.values()].sort((left, right) => right.score - left.score).slice(0, query.limit)
}

/**
 * Searches by meaning. If the model or the search fails, or the model takes too long, finds nothing and
 * logs the reason: the search by words still runs.
 */
async function searchByMeaning(
  { store, clock, logger, embeddings }: SearchServices,
  { workspace, text, limit, signal }: KnowledgeQuery,
): Promise<StoredPassage[]> {
  if (!embeddings) return []
  try {
    const late = () => new Error('The embedding model took too long.')
    const time = { clock, limitMs: embeddingMs, late }
    const [vector = []] = await withinTime(time, (own) =>
      embeddings.embed([text], AbortSignal.any([own, signal])),
    )
    const near = await embeddings.nearest({ store, clock }, { workspace, vector, limit }, signal)
    const ids = near.map(({ id }) => id)
    const found = await knowledgePassages.getMany(store, workspace, ids)
    const removed = ids.filter((id) => !found.has(id))
    embeddings.drop(workspace, removed)
    return ids.flatMap((id) => found.get(id) ?? [])
  } catch (error) {
    signal.throwIfAborted()
    logger.warn(
      { workspace, error },
      'The search by meaning failed, so the passages were searched only for the words of the question.',
    )
    return []
  }
}

function toPassage({ row, score }: Pick<SearchHit, 'row' | 'score'>): Passage {
  const { id, data } = row as StoredPassage
  const { url = null, title, text } = data
  return { id, url, title, heading: headingsOf(data), text, score }
}

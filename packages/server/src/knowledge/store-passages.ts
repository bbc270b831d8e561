import type { WriteOp } from '@doorkit/store'
import { equals, listAll } from '../collections/collection.ts'
import { knowledgePassages } from '../collections/knowledge-document.ts'
import type { Services } from '../services/services.ts'
import type { PassageText } from './cut-passages.ts'

export interface PassageSource {
  readonly workspace: string
  /** The id of the document or page. */
  readonly source: string
  /**
   * The id of this reading. The ids of its passages contain it, so they differ from the ids of older
   * passages.
   */
  readonly edition: string
  /** The name of the document or page. */
  readonly title: string
  /** The address of the page; null for a document. */
  readonly url: string | null
}

/** The writes that add the passages of a new or changed document or page. */
export function addPassages(
  { workspace, source, edition, title, url }: PassageSource,
  passages: readonly PassageText[],
): WriteOp[] {
  return passages.map(({ heading, above, text }, position) =>
    knowledgePassages.insert(
      `${source}.${edition}.${position}`,
      { workspace, source, position },
      { text, title, heading, above, url },
    ),
  )
}

const pageSize = 1_000

/**
 * The writes that remove the stored passages of a document or page. With an embedding model, they also
 * schedule the removal of the vectors, and the embedding of the passages that replace the removed ones.
 */
export async function dropPassages(
  { store, embeddings }: Pick<Services, 'store' | 'embeddings'>,
  workspace: string,
  source: string,
  at: number,
): Promise<WriteOp[]> {
  const where = [equals('workspace', workspace), equals('source', source)]
  const rows = await listAll(store, knowledgePassages, 'knowledge_chunks_source', where, pageSize)
  return [
    ...rows.map(({ id }) => knowledgePassages.remove(workspace, id)),
    ...(embeddings?.dueOps(workspace, source, at) ?? []),
  ]
}

import type { Store, WriteOp } from '@doorkit/store'
import { equals, listAll } from '../collections/collection.ts'
import { chunks } from '../collections/knowledge-document.ts'

/** The document or page of passages. */
export interface PassageSource {
  readonly workspace: string
  /** The id of the document or page. */
  readonly source: string
  /** Differs from that of the passages they replace, so their ids differ, too. */
  readonly edition: string
  /** The name of the document or page. */
  readonly title: string
}

/** The writes that add the passages of a document or page. */
export function addPassages(
  { workspace, source, edition, title }: PassageSource,
  passages: readonly string[],
): WriteOp[] {
  return passages.map((text, position) =>
    chunks.insert(
      `${source}.${edition}.${position}`,
      { workspace, source, position },
      { text, title },
    ),
  )
}

const pageSize = 1_000

/** The writes that remove the current passages of a document or page. */
export async function dropPassages(
  store: Store,
  workspace: string,
  source: string,
): Promise<WriteOp[]> {
  const where = [equals('workspace', workspace), equals('source', source)]
  const rows = await listAll(store, chunks, 'knowledge_chunks_source', where, pageSize)
  return rows.map(({ id }) => chunks.remove(workspace, id))
}

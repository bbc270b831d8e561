import { chunks, documents } from '../records/knowledge-document.ts'
import { equals } from '../records/record.ts'
import type { Store } from '../store/index.ts'

/** Whether a workspace has a document, or a page that was read: something to answer from. */
export async function hasKnowledge(store: Store, workspace: string): Promise<boolean> {
  const where = [equals('workspace', workspace)]
  const [document, passage] = await Promise.all([
    documents.first(store, 'knowledge_documents_created', where),
    chunks.first(store, 'knowledge_chunks_workspace', where),
  ])
  return document !== null || passage !== null
}

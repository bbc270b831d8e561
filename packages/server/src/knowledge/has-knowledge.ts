import type { Store } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { documents } from '../collections/knowledge-document.ts'
import { sources } from '../collections/knowledge-source.ts'

/** Whether a workspace has a document or a ready page for the agent to answer from. */
export async function hasKnowledge(store: Store, workspace: string): Promise<boolean> {
  const where = [equals('workspace', workspace)]
  const [document, page] = await Promise.all([
    documents.first(store, 'knowledge_documents_created', where),
    sources.first(store, 'knowledge_sources_created', [...where, equals('status', 'ready')]),
  ])
  return document !== null || page !== null
}

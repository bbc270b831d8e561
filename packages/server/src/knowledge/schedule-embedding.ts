import { equals, listPages } from '../collections/collection.ts'
import { settings } from '../collections/deployment-setting.ts'
import { documents } from '../collections/knowledge-document.ts'
import { sources } from '../collections/knowledge-source.ts'
import { workspaces } from '../collections/workspace.ts'
import type { Services } from '../services/services.ts'

const settingId = 'embedding_model'

/**
 * Schedules the embedding of all knowledge if the model is new. The name of the model is stored last, so
 * if the process ends earlier, its next start schedules everything again.
 */
export async function scheduleEmbedding({ store, clock, embeddings }: Services): Promise<void> {
  if (!embeddings) return
  const stored = await settings.get(store, settingId)
  if (stored?.data.value === embeddings.model) return
  for await (const page of listPages(store, workspaces, 'workspaces_created', [])) {
    for (const { id: workspace } of page) {
      const where = [equals('workspace', workspace)]
      const lists = [
        listPages(store, documents, 'knowledge_documents_created', where, 20),
        listPages(store, sources, 'knowledge_sources_created', where),
      ]
      for (const list of lists) {
        for await (const rows of list) {
          const due = rows.flatMap(({ id }) => embeddings.dueOps(workspace, id, clock.now()))
          await store.commit(due)
        }
      }
    }
  }
  const data = { value: embeddings.model }
  await store.commit([
    settings.insert(settingId, {}, data, 'ignore'),
    settings.patch(settingId, { data }),
  ])
}

import MiniSearch from 'minisearch'
import { equals, listAll } from '../collections/collection.ts'
import { chunks, type StoredChunk } from '../collections/knowledge-document.ts'
import type { Passage } from '../ports/agent.ts'
import type { Store } from '../store/port.ts'

/** Finds the passages of a workspace that match a text best. */
export async function searchKnowledge(
  store: Store,
  workspace: string,
  text: string,
  limit: number,
): Promise<Passage[]> {
  const rows = store.search
    ? (
        await store.search({
          in: chunks.plan.name,
          where: [equals('workspace', workspace)],
          text,
          limit,
        })
      ).map((hit) => hit.row as StoredChunk)
    : await searchInMemory(store, workspace, text, limit)
  return rows.map(({ data }) => ({ title: data.title, text: data.text }))
}

const pageSize = 1_000

/** For stores without full text: indexes what the workspace knows for this one question. */
async function searchInMemory(
  store: Store,
  workspace: string,
  text: string,
  limit: number,
): Promise<StoredChunk[]> {
  const where = [equals('workspace', workspace)]
  const known = await listAll(store, chunks, 'knowledge_chunks_workspace', where, pageSize)
  const rows = new Map(known.map((row) => [row.id, row]))
  const index = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] })
  index.addAll([...rows.values()].map(({ id, data }) => ({ id, text: data.text })))
  return index
    .search(text)
    .slice(0, limit)
    .flatMap(({ id }) => rows.get(id as string) ?? [])
}

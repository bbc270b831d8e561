import MiniSearch from 'minisearch'
import { equals } from '../collections/collection.ts'
import { chunks, type StoredChunk } from '../collections/knowledge-document.ts'
import type { Passage } from '../ports/agent.ts'
import type { Store } from '../store/index.ts'

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
  const rows = new Map<string, StoredChunk>()
  let after: [string, string] | undefined
  for (;;) {
    const page = await chunks.list(store, {
      index: 'knowledge_chunks_workspace',
      where: [equals('workspace', workspace)],
      dir: 'asc',
      limit: pageSize,
      after,
    })
    for (const row of page) rows.set(row.id, row)
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = [workspace, last.id]
  }
  const index = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] })
  index.addAll([...rows.values()].map(({ id, data }) => ({ id, text: data.text })))
  return index
    .search(text)
    .slice(0, limit)
    .flatMap(({ id }) => rows.get(id as string) ?? [])
}

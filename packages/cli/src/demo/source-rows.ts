import {
  addPassages,
  chunkSections,
  dayMs,
  type SourceData,
  sources,
  toSource,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import { pageSections, pageTitle } from './document-texts.ts'
import type { DemoEvent } from './event-rows.ts'

/** The knowledge pages of the demo: the writes that store them, and what happened to them. */
export interface DemoSources {
  readonly ops: readonly WriteOp[]
  readonly events: readonly DemoEvent[]
}

const notFound = 'HTTP 404'

/** Makes two pages: one that was read, and one that is no longer there. */
export function sourceRows(workspace: string, demoId: DemoId, today: number): DemoSources {
  const added = today - 76 * dayMs
  const readAt = today - 12 * dayMs
  const failedAt = today - 5 * dayMs
  const keys = { workspace, created_at: added, due_at: null, lease: null }
  const unread: SourceData = {
    url: 'https://acme.example/partners',
    section: null,
    title: null,
    error: notFound,
    characters: 0,
    chunks: 0,
    read_at: null,
    asked: 2,
  }
  const passages = chunkSections(pageSections)
  const read: SourceData = {
    ...unread,
    url: 'https://acme.example/integrations',
    section: 'Product',
    title: pageTitle,
    error: null,
    characters: pageSections.map(({ heading, text }) => `${heading}\n\n${text}`).join('\n\n')
      .length,
    chunks: passages.length,
    read_at: readAt,
  }
  const ready = demoId('knowledgeSource', read.url, added)
  const failed = { id: demoId('knowledgeSource', unread.url, added + 1), data: unread }
  const failedKeys = { ...keys, status: 'failed', created_at: added + 1 } as const
  return {
    ops: [
      sources.insert(ready, { ...keys, status: 'ready' }, read),
      ...addPassages({ workspace, source: ready, edition: '0', title: pageTitle }, passages),
      sources.insert(failed.id, failedKeys, failed.data),
    ],
    events: [
      {
        type: 'knowledge.source_failed',
        subject: { kind: 'knowledge_source', id: failed.id },
        error: notFound,
        at: failedAt,
        data: { object: toSource({ ...failed, keys: failedKeys }), error: notFound },
      },
    ],
  }
}

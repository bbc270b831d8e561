import { type Id, type KnowledgeSource, toTimestamp } from '@doorkit/models'
import { collection } from './collection.ts'
import { oneOf, orNull, plain, type StoredRow } from './declare-collection.ts'

type ShownField = 'url' | 'section' | 'title' | 'error' | 'characters' | 'chunks'

export interface SourceData extends Readonly<Pick<KnowledgeSource, ShownField>> {
  /** When the page was last read successfully; null if it never was. */
  readonly read_at: number | null
  /**
   * The number of requested readings. If it changes during a reading, the worker knows that another
   * reading was requested.
   */
  readonly asked: number
}

const sourceColumns = {
  workspace: 'text',
  status: oneOf<KnowledgeSource['status']>(),
  created_at: 'integer',
  /** When the page is due to be read; null if no reading is due. */
  due_at: orNull('integer'),
  lease: orNull('text'),
} as const

/** Knowledge pages. */
export const sources = collection<typeof sourceColumns, SourceData>({
  name: 'knowledge_sources',
  columns: sourceColumns,
  indexes: [
    { name: 'knowledge_sources_created', on: ['workspace', 'created_at'] },
    { name: 'knowledge_sources_due', on: ['due_at', 'workspace'] },
    { name: 'knowledge_sources_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'until deleted',
  fields: plain('status', 'url', 'section', 'title', 'error'),
})

export type StoredSource = StoredRow<typeof sourceColumns, SourceData>

export function toSource(row: Pick<StoredSource, 'id' | 'columns' | 'data'>): KnowledgeSource {
  const { columns, data } = row
  return {
    id: row.id as Id<'knowledgeSource'>,
    object: 'knowledge_source',
    url: data.url,
    section: data.section,
    title: data.title,
    status: columns.status,
    error: data.error,
    characters: data.characters,
    chunks: data.chunks,
    read_at: data.read_at === null ? null : toTimestamp(data.read_at),
    created_at: toTimestamp(columns.created_at),
  }
}

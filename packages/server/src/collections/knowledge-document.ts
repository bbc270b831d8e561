import { type Id, type KnowledgeDocument, toTimestamp } from '@doorkit/models'
import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

export interface DocumentData
  extends Readonly<Pick<KnowledgeDocument, 'name' | 'characters' | 'chunks'>> {
  /** The text, if an earlier version of the kit stored the document. */
  readonly content?: string
}

const documentColumns = { workspace: 'text', created_at: 'integer', updated_at: 'integer' } as const

/** Knowledge documents. */
export const documents = collection<typeof documentColumns, DocumentData>({
  name: 'knowledge_documents',
  columns: documentColumns,
  indexes: [{ name: 'knowledge_documents_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: plain('name', 'content'),
})

export type StoredDocument = StoredRow<typeof documentColumns, DocumentData>

export interface TextData {
  readonly content: string
}

/**
 * The texts of knowledge documents, each with the id of its document. Lists of documents do not read them.
 */
export const documentTexts = collection<{ workspace: 'text' }, TextData>({
  name: 'knowledge_texts',
  columns: { workspace: 'text' },
  indexes: [{ name: 'knowledge_texts_workspace', on: ['workspace'] }],
  retention: 'until deleted',
  fields: plain('content'),
})

export type StoredText = StoredRow<{ workspace: 'text' }, TextData>

/** A passage of a document or page. Searches find passages. */
export interface PassageData {
  readonly text: string
  /** The name of the document or page. */
  readonly title: string
  /** The heading above the passage. Passages from earlier versions of the kit lack it. */
  readonly heading?: string | null
  /** The headings above `heading`. Passages from earlier versions of the kit lack them. */
  readonly above?: string | null
  /** The address of the page; null for a document. */
  readonly url?: string | null
}

const passageColumns = {
  workspace: 'text',
  /** The document or page that contains the passage. */
  source: 'text',
  position: 'integer',
} as const

/** Passages of knowledge. */
export const knowledgePassages = collection<typeof passageColumns, PassageData>({
  name: 'knowledge_chunks',
  columns: passageColumns,
  indexes: [
    { name: 'knowledge_chunks_source', on: ['workspace', 'source', 'position'] },
    { name: 'knowledge_chunks_workspace', on: ['workspace'] },
  ],
  search: 'text',
  searchTitles: ['heading', 'title', 'above'],
  retention: 'until deleted',
  fields: plain('source', 'text', 'title', 'heading', 'above', 'url'),
})

export type StoredPassage = StoredRow<typeof passageColumns, PassageData>

/** Converts a document to the API's form. Lists omit the content. */
export function toDocument(
  row: Pick<StoredDocument, 'id' | 'columns' | 'data'>,
  content?: string,
): KnowledgeDocument {
  const { name, characters, chunks } = row.data
  return {
    id: row.id as Id<'knowledgeDocument'>,
    object: 'knowledge_document',
    name,
    ...(content === undefined ? {} : { content }),
    characters,
    chunks,
    created_at: toTimestamp(row.columns.created_at),
    updated_at: toTimestamp(row.columns.updated_at),
  }
}

import type {
  KnowledgeDocument,
  KnowledgeDocumentCreate,
  KnowledgeDocumentUpdate,
  KnowledgeSource,
  KnowledgeSourceCreate,
} from '../../src/index.ts'
import { created } from './moments.ts'

/** A knowledge page. */
export const source: KnowledgeSource = {
  id: 'src_1',
  object: 'knowledge_source',
  url: 'https://acme.example/faq',
  section: null,
  title: 'FAQ',
  status: 'failed',
  error: 'HTTP 404',
  characters: 0,
  chunks: 0,
  read_at: null,
  created_at: created,
}

/** Knowledge pages and documents. */
export const knowledgeExamples = {
  KnowledgeDocument: {
    id: 'doc_1',
    object: 'knowledge_document',
    name: 'Prices',
    content: 'It costs 5.',
    characters: 11,
    chunks: 1,
    created_at: created,
    updated_at: created,
  } satisfies KnowledgeDocument,
  KnowledgeDocumentCreate: {
    name: 'Prices',
    content: 'It costs 5.',
  } satisfies KnowledgeDocumentCreate,
  KnowledgeDocumentUpdate: { name: 'Price list' } satisfies KnowledgeDocumentUpdate,
  KnowledgeSource: source,
  KnowledgeSourceCreate: {
    url: 'https://acme.example/faq',
    section: 'Help',
  } satisfies KnowledgeSourceCreate,
}

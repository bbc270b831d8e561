import { collection } from './collection.ts'
import { orNull, plain } from './declare-collection.ts'

const embeddingColumns = {
  workspace: 'text',
  /** The document or page of the passage. */
  source: 'text',
  /** The model that made the vector. */
  model: 'text',
  written_at: 'integer',
} as const

/** A vector whose numbers have eight bits. */
export interface EmbeddingData {
  /** The numbers, one byte each, as base64. */
  readonly vector: string
  /** The factor by which the numbers were divided. */
  readonly scale: number
}

/** The vectors of passages. Each has the id of its passage. */
export const passageEmbeddings = collection<typeof embeddingColumns, EmbeddingData>({
  name: 'passage_embeddings',
  columns: embeddingColumns,
  indexes: [
    { name: 'passage_embeddings_source', on: ['workspace', 'source'] },
    { name: 'passage_embeddings_written', on: ['workspace', 'model', 'written_at'] },
  ],
  vector: 'vector',
  retention: 'until deleted',
  fields: plain('source', 'model', 'vector'),
})

const embeddingJobColumns = {
  workspace: 'text',
  /** When the job is due; null in finished jobs, which earlier versions kept. */
  due_at: orNull('integer'),
  /** The fencing token of the worker, or empty. It begins with the time when the lease ends. */
  lease: 'text',
} as const

/** Jobs that update the vectors of a document or page. Each has the id of its document or page. */
export const embeddingJobs = collection<typeof embeddingJobColumns, null>({
  name: 'embedding_jobs',
  columns: embeddingJobColumns,
  indexes: [
    { name: 'embedding_jobs_due', on: ['due_at', 'workspace'] },
    { name: 'embedding_jobs_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'until done',
  fields: {},
})

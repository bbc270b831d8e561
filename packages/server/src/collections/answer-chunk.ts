import { collection } from './collection.ts'
import { forSeconds } from './declare-collection.ts'

export interface AnswerChunksData {
  /** Chunks of the stream, each as JSON. */
  readonly chunks: readonly string[]
}

const answerChunkColumns = {
  workspace: 'text',
  session: 'text',
  /** The id of the message that the answer becomes. */
  answer: 'text',
  /** The number of the row within its answer: from 0, without gaps. */
  position: 'integer',
  /** The number of the first chunk in the row. */
  first: 'integer',
  created_at: 'integer',
  /** 1 in the last row of an answer; 2 if the answer can no longer be resumed; otherwise 0. */
  ended: 'integer',
} as const

/** How long chunks are kept: longer than a turn lasts. */
const retentionSeconds = 5 * 60

/**
 * The chunks of answers in progress, from which other processes resume a stream. Each row has the
 * chunks of about one second.
 */
export const answerChunks = collection<typeof answerChunkColumns, AnswerChunksData>({
  name: 'answer_chunks',
  columns: answerChunkColumns,
  indexes: [
    { name: 'answer_chunks_position', on: ['workspace', 'answer', 'position'], unique: true },
    { name: 'answer_chunks_session', on: ['workspace', 'session'] },
    { name: 'answer_chunks_created', on: ['created_at'] },
  ],
  retention: forSeconds('created_at', retentionSeconds),
  fields: { answer: 'plain', session: { of: 'chat_sessions' }, chunks: 'personal' },
  exported: 'no, but the finished message is',
})

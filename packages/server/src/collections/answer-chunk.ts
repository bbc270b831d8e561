import { collection, type TypedRow } from './collection.ts'
import { type ColumnsOf, forSeconds } from './declaration.ts'

export interface AnswerChunksData {
  /** Chunks of the stream, each as JSON. */
  readonly chunks: readonly string[]
}

const answerChunkKeys = {
  workspace: 'text',
  session: 'text',
  /** The id of the message that the answer becomes. */
  answer: 'text',
  /** From 0, without gaps. */
  position: 'integer',
  /** The number of the first of its chunks. */
  first: 'integer',
  created_at: 'integer',
  /** 1 for the last of an answer, 2 where the rest was too long to keep. */
  ended: 'integer',
} as const
type AnswerChunkKeys = ColumnsOf<typeof answerChunkKeys>

/** How long chunks are kept: longer than a turn, and than an answer can be taken up. */
const retentionSeconds = 5 * 60

/** The chunks of answers under way, about a second of each: so other processes can go on with a stream. */
export const answerChunks = collection<AnswerChunkKeys, AnswerChunksData>({
  name: 'answer_chunks',
  keys: answerChunkKeys,
  indexes: [
    { name: 'answer_chunks_position', on: ['workspace', 'answer', 'position'], unique: true },
    { name: 'answer_chunks_session', on: ['workspace', 'session'] },
    { name: 'answer_chunks_created', on: ['created_at'] },
  ],
  retention: forSeconds('created_at', retentionSeconds),
  fields: { answer: 'plain', session: { of: 'chat_sessions' }, chunks: 'personal' },
  exported: 'as the message that they become',
})

export type StoredAnswerChunks = TypedRow<AnswerChunkKeys, AnswerChunksData>

import { encodeChatChunk } from '../../src/index.ts'

/** The events that start an answer with one text. */
export const start =
  encodeChatChunk({ type: 'start', messageId: 'm1' }) +
  encodeChatChunk({ type: 'text-start', id: '1' })

/** The event that adds to the text. */
export const delta = (text: string) => encodeChatChunk({ type: 'text-delta', id: '1', delta: text })

/** The event that finishes the answer. */
export const finish = encodeChatChunk({ type: 'finish' })

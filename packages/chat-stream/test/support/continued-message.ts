import type { KnownChatChunk } from '../../src/index.ts'

/** The chunks of a message that stops in the middle of a step: an open tool call and an approval. */
export const firstChunks: readonly KnownChatChunk[] = [
  { type: 'start', messageId: 'm1', messageMetadata: { a: 1 } },
  { type: 'data-x', id: 'd', data: 1 },
  { type: 'start-step' },
  { type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input: {} },
  { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1' },
  { type: 'tool-input-start', toolCallId: 'c2', toolName: 'search' },
  { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: '{"q":"a' },
]

/** Chunks that continue this message. */
export const laterChunks: readonly KnownChatChunk[] = [
  { type: 'start', messageId: 'm1', messageMetadata: { b: 2 } },
  { type: 'tool-approval-response', approvalId: 'a1', approved: true },
  { type: 'tool-output-available', toolCallId: 'c1', output: 'paid' },
  { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: 'b"' },
  { type: 'data-x', id: 'd', data: 2 },
  { type: 'message-metadata', messageMetadata: { c: 3 } },
]

import type { ChatChunk } from './chat-chunk.ts'

/** The headers of a chat stream: its type and version, and settings against caching and buffering. */
export const CHAT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const

/** The last event of a chat stream. */
export const CHAT_STREAM_DONE = 'data: [DONE]\n\n'

/** Writes a chunk as one event. A chunk of an unknown type is written unchanged. */
export function encodeChatChunk(chunk: ChatChunk): string {
  return `data: ${JSON.stringify(chunk.type === 'unknown' ? chunk.raw : chunk)}\n\n`
}

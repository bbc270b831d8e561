import type { ChatChunk, ChatMessage, MessageReducer } from '@doorkit/chat-stream'

/**
 * Creates a reducer that assembles only the text of a message, because the widget shows nothing else. A
 * blank line separates the text parts, as in the stored message.
 */
export function createTextReducer(): MessageReducer {
  let text = ''
  let stepStart = 0
  let gap = ''
  const reducer = {
    message: { id: '', role: 'assistant', parts: [] } as ChatMessage,
    push(chunk: ChatChunk): ChatMessage {
      const { message } = reducer
      if (chunk.type === 'start') {
        const { messageId: id = message.id, messageMetadata: metadata } = chunk as KnownStart
        reducer.message = { ...message, id, metadata }
      } else if (chunk.type === 'text-start') gap = text && '\n\n'
      else if (chunk.type === 'text-delta') {
        text += gap + (chunk as { delta: string }).delta
        gap = ''
      } else if (chunk.type === 'reset-step') text = text.slice(0, stepStart)
      else if (chunk.type === 'start-step') stepStart = text.length
      else return message
      reducer.message = { ...reducer.message, parts: [{ type: 'text', text, state: 'streaming' }] }
      return reducer.message
    },
  }
  return reducer
}

interface KnownStart {
  readonly messageId?: string
  readonly messageMetadata?: unknown
}

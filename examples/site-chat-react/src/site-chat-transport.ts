import type { Answer, SiteClient } from '@doorkit/widget'
import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'

/**
 * Connects `useChat` of the AI SDK to the agent of a website: `useChat({ transport:
 * siteChatTransport(site), resume: visit.conversation.answering })`.
 */
export function siteChatTransport(site: SiteClient): ChatTransport<UIMessage> {
  return {
    async sendMessages({ trigger, messages, abortSignal }) {
      const last = messages.at(-1)
      const text = last?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''
      // `stop()` of the hook must also end the answer, and not only stop reading it.
      abortSignal?.addEventListener('abort', () => void site.messages.stop())
      const id = trigger === 'submit-message' ? last?.id : undefined
      return toStream(site.messages.send(text, { id, signal: abortSignal }))
    },
    async reconnectToStream() {
      const answer = await site.messages.resume()
      return answer && toStream(answer)
    },
  }
}

function toStream(answer: Answer): ReadableStream<UIMessageChunk> {
  const chunks = answer.chunks()[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value as UIMessageChunk)
    },
  })
}

import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import {
  CHAT_STREAM_DONE,
  encodeChatChunk,
  readChatStream,
} from '../../../chat-stream/src/index.ts'
import { respond } from '../../../chat-stream/test/support/sources.ts'

const start =
  encodeChatChunk({ type: 'start', messageId: 'm1' }) +
  encodeChatChunk({ type: 'text-start', id: '1' })
const delta = (text: string) => encodeChatChunk({ type: 'text-delta', id: '1', delta: text })
const finish = encodeChatChunk({ type: 'finish' })

test('a response to a browser is read by the AI SDK', async () => {
  class Transport extends DefaultChatTransport<UIMessage> {
    read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<UIMessageChunk> {
      return this.processResponseStream(stream)
    }
  }
  const { body } = readChatStream(
    respond(start + delta('Hé') + finish + CHAT_STREAM_DONE),
  ).toResponse()
  if (!body) throw new Error('no body')
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({
    stream: new Transport().read(body),
    terminateOnError: true,
  }))
    last = message
  expect(last).toMatchObject({ id: 'm1', parts: [{ text: 'Hé' }] })
})

import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import { CHAT_STREAM_DONE, readChatStream } from '../../../chat-stream/src/index.ts'
import { delta, finish, start } from '../../../chat-stream/test/support/encoded-answer.ts'
import { respond } from '../../../chat-stream/test/support/sources.ts'

test('the AI SDK can read a proxied response', async () => {
  class Transport extends DefaultChatTransport<UIMessage> {
    read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<UIMessageChunk> {
      return this.processResponseStream(stream)
    }
  }
  const { body } = readChatStream(
    respond(start + delta('Hé') + finish + CHAT_STREAM_DONE),
  ).toResponse()
  if (!body) throw new Error('The response has no body.')
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({
    stream: new Transport().read(body),
    terminateOnError: true,
  }))
    last = message
  expect(last).toMatchObject({ id: 'm1', parts: [{ text: 'Hé' }] })
})

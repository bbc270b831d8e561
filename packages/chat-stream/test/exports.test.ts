import { expect, test } from 'vitest'
import * as chatStream from '../src/index.ts'

test('the package exports these names', () => {
  expect(Object.keys(chatStream).sort()).toEqual([
    'CHAT_STREAM_DONE',
    'CHAT_STREAM_HEADERS',
    'ChatStreamError',
    'createChatParser',
    'createChatTransport',
    'createMessageReducer',
    'encodeChatChunk',
    'readChatStream',
  ])
})

test('the subpath /error exports only ChatStreamError, the same class as the package', async () => {
  const error = await import('@doorkit/chat-stream/error')
  expect(Object.keys(error)).toEqual(['ChatStreamError'])
  expect(error.ChatStreamError).toBe(chatStream.ChatStreamError)
})

import { expect, test } from 'vitest'
import * as chatStream from '../src/index.ts'

test('the public names', () => {
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

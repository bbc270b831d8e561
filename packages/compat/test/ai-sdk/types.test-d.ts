import type { ChatTransport as AiChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { expectTypeOf } from 'vitest'
import type { ChatMessage, TransportChunk } from '../../../chat-stream/src/index.ts'
import { createChatTransport, encodeChatChunk } from '../../../chat-stream/src/index.ts'

// The types of chat-stream are assignable to the types of the AI SDK.
expectTypeOf<ChatMessage>().toExtend<UIMessage>()
expectTypeOf<TransportChunk>().toExtend<UIMessageChunk>()
expectTypeOf(createChatTransport<UIMessage>()).toExtend<AiChatTransport<UIMessage>>()
declare const theirs: UIMessageChunk
encodeChatChunk(theirs)

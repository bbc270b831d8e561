import type { ChatTransport as AiChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { expectTypeOf } from 'vitest'
import type { ChatChunk, ChatMessage, ChatOutcome, TransportChunk } from '../src/index.ts'
import { createChatTransport, encodeChatChunk } from '../src/index.ts'

// The types of this package fit wherever those of the AI SDK do.
expectTypeOf<ChatMessage>().toExtend<UIMessage>()
expectTypeOf<TransportChunk>().toExtend<UIMessageChunk>()
expectTypeOf(createChatTransport<UIMessage>()).toExtend<AiChatTransport<UIMessage>>()
declare const theirs: UIMessageChunk
encodeChatChunk(theirs)

declare const chunk: ChatChunk
if (chunk.type === 'text-delta') expectTypeOf(chunk.delta).toEqualTypeOf<string>()
if (chunk.type === 'unknown') expectTypeOf(chunk.raw.type).toEqualTypeOf<string>()
if (chunk.type === 'data-weather') expectTypeOf(chunk.data).toEqualTypeOf<unknown>()

declare const outcome: ChatOutcome
if (outcome.type === 'not-a-stream') expectTypeOf(outcome.status).toEqualTypeOf<number>()
// @ts-expect-error: only a refused answer has a status
outcome.status

// @ts-expect-error: a delta needs its text
encodeChatChunk({ type: 'text-delta', id: '1' })

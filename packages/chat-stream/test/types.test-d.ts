import { expectTypeOf } from 'vitest'
import type { ChatChunk, ChatOutcome } from '../src/index.ts'
import { encodeChatChunk } from '../src/index.ts'

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

import type { ChatChunk } from '@doorkit/chat-stream'
import { expect } from 'vitest'
import type { Agent, AgentTurn } from '../../src/index.ts'

/** The chunks of a text that an agent writes. */
export function* textChunks(text: string): Generator<ChatChunk> {
  yield { type: 'text-start', id: 'answer' }
  yield { type: 'text-delta', id: 'answer', delta: text }
  yield { type: 'text-end', id: 'answer' }
}

/** An agent that answers each turn with the result of `reply`. */
export function agentOf(
  reply: (turn: AgentTurn) => AsyncIterable<ChatChunk> | Iterable<ChatChunk>,
): Agent {
  return {
    async *reply(turn) {
      yield* reply(turn)
    },
  }
}

/** An agent that starts to answer, and ends only when the test lets it. */
export function waitingAgent() {
  const waiting: (() => void)[] = []
  let onStart: () => void = () => {}
  let started = new Promise<void>((resolve) => {
    onStart = resolve
  })
  const agent = agentOf(async function* () {
    const go = new Promise<void>((resolve) => waiting.push(resolve))
    yield { type: 'text-start', id: 'answer' }
    yield { type: 'text-delta', id: 'answer', delta: 'One moment.' }
    onStart()
    await go
    yield { type: 'text-delta', id: 'answer', delta: ' Done.' }
    yield { type: 'text-end', id: 'answer' }
  })
  return {
    agent,
    /** Resolves when a turn is running. */
    started: () => started,
    /** Lets every running turn end. */
    release() {
      started = new Promise<void>((resolve) => {
        onStart = resolve
      })
      for (const go of waiting.splice(0)) go()
    },
  }
}

/** Checks that the answer of a waiting agent reaches its client before the answer is complete. */
export async function expectStreamed(
  { body }: Response,
  { release }: Pick<ReturnType<typeof waitingAgent>, 'release'>,
): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('One moment.')) text += (await reader?.read())?.value ?? ''
  expect(text).not.toContain('Done.')
  release()
  while (!text.includes('[DONE]')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('Done.')
}

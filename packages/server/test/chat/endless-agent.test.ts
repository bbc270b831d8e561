import { setImmediate as endOfTick } from 'node:timers/promises'
import type { ChatChunk } from '@doorkit/chat-stream'
import { expect, test } from 'vitest'
import { agentOf } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { caller, createKit } from '../support/kit.ts'

/** Asks an agent that yields the same chunk forever, and never waits. */
async function ask(chunk: ChatChunk) {
  let isStarted = false
  let isStopped = false
  const agent = agentOf(function* () {
    isStarted = true
    try {
      for (;;) yield chunk
    } finally {
      isStopped = true
    }
  })
  const kit = await createKit({ agent })
  const call = caller(kit)
  const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
  const answer = call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' } })
  return { kit, call, answer, isStarted: () => isStarted, isStopped: () => isStopped }
}

test.each<[string, ChatChunk]>([
  ['empty texts', { type: 'text-delta', id: 'a', delta: '' }],
  ['large data chunks', { type: 'data-progress', data: { done: 'x'.repeat(100_000) } }],
])('an endless answer of %s is cut, and its agent is stopped', async (_kind, chunk) => {
  const { answer, isStopped } = await ask(chunk)
  expect((await answer).json).toMatchObject({ finish_reason: 'length', message: { text: '' } })
  expect(isStopped()).toBe(true)
})

test('an agent that never waits blocks no other request, and is stopped after 60 seconds', async () => {
  const asked = await ask({ type: 'text-delta', id: 'a', delta: 'a' })
  const { kit, call, answer, isStarted, isStopped } = asked
  await until(isStarted)
  expect((await call('GET', '/me')).status).toBe(200)
  kit.clock.advance(60_000)
  expect((await answer).status).toBe(502)
  expect(isStopped()).toBe(true)
})

test('25 agents that never wait share the ticks of their workspace', async () => {
  const agents: { chunks: number }[] = []
  const agent = agentOf(function* () {
    const own = { chunks: 0 }
    agents.push(own)
    for (;;) {
      own.chunks += 1
      yield { type: 'text-delta', id: 'a', delta: 'a' }
    }
  })
  const kit = await createKit({ agent })
  const call = caller(kit)
  const answers = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
      return { answer: call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' } }) }
    }),
  )
  await until(() => agents.length === 25)
  const ticks = 100
  const before = agents.map(({ chunks }) => chunks)
  for (let tick = 0; tick < ticks; tick += 1) await endOfTick()
  const more = agents.map(({ chunks }, place) => chunks - (before[place] ?? 0))
  expect(more.reduce((sum, chunks) => sum + chunks) / ticks).toBeLessThanOrEqual(200)
  expect(Math.min(...more)).toBeGreaterThan(0)
  kit.clock.advance(60_000)
  for (const { answer } of answers) expect((await answer).status).toBe(502)
})

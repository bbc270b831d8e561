import type { ChatChunk } from '@doorkit/chat-stream'
import { readChatStream } from '@doorkit/chat-stream'
import { expect, test } from 'vitest'
import { messages } from '../../src/collections/message.ts'
import { agentOf } from '../support/agents.ts'
import { caller, createKit } from '../support/kit.ts'

const block = (id: string, text: string): ChatChunk[] => [
  { type: 'text-start', id },
  ...(text.match(/\S+\s*/g) ?? []).map((delta) => ({ type: 'text-delta' as const, id, delta })),
  { type: 'text-end', id },
]
const tool: ChatChunk[] = [
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'search', input: {} },
  { type: 'tool-output-available', toolCallId: 'c', output: {} },
]
const step = (...chunks: ChatChunk[]): ChatChunk[] => [
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
]

/**
 * Returns the text of an answer as it is sent, stored, passed to the agent in the next turn, and streamed.
 */
async function answerTwice(answer: readonly ChatChunk[]) {
  const seen: string[][] = []
  const agent = agentOf((turn) => {
    seen.push(turn.messages.map(({ text }) => text))
    return answer
  })
  const call = caller(await createKit({ agent }))
  const session = (await call('POST', '/chat/sessions')).json
  const path = `/chat/sessions/${session.id}`
  const reply = await call('POST', `${path}/messages`, { body: { text: 'Hello' } })
  const stream = await call('POST', `${path}/messages`, { body: { text: 'Again', stream: true } })
  const message = await readChatStream(stream.response).final()
  const stored = (await call('GET', path)).json.messages
  return {
    sent: reply.json.message.text,
    stored: stored.map(({ text }: { text: string }) => text),
    passed: seen[1],
    parts: message.parts.map((part) => (part.type === 'text' ? part.text : part.type)),
  }
}

test('the texts of several steps are separated when they are sent, stored, and passed to the agent', async () => {
  const first = 'Let me look that up.'
  const second = 'According to the prices, 5 euros.'
  const texts = await answerTwice([
    ...step(...block('0', first), ...tool),
    ...step(...block('0', second)),
  ])
  const text = `${first}\n\n${second}`
  expect(texts.sent).toBe(text)
  expect(texts.stored).toEqual(['Hello', text, 'Again', text])
  expect(texts.passed).toEqual(['Hello', text, 'Again'])
  expect(texts.parts).toEqual(['step-start', first, 'tool-search', 'step-start', second])
})

test('parts of one step are separated, however their deltas are mixed', async () => {
  const texts = await answerTwice([
    { type: 'text-start', id: 'a' },
    { type: 'text-start', id: 'b' },
    { type: 'text-delta', id: 'a', delta: 'One ' },
    { type: 'text-delta', id: 'b', delta: 'Two ' },
    { type: 'text-delta', id: 'a', delta: 'and a half.' },
    { type: 'text-delta', id: 'b', delta: 'and more.' },
    { type: 'text-end', id: 'a' },
    { type: 'text-end', id: 'b' },
    ...block('c', ''),
  ])
  expect(texts.sent).toBe('One and a half.\n\nTwo and more.')
})

test('the text of a reset step is neither in the reply nor stored', async () => {
  const again: ChatChunk[] = [{ type: 'reset-step' }, ...block('b', 'Five.')]
  const texts = await answerTwice([
    ...step(...block('a', 'One.')),
    ...step(...block('b', 'Four.'), ...again),
  ])
  expect(texts.sent).toBe('One.\n\nFive.')
  expect(texts.stored).toEqual(['Hello', texts.sent, 'Again', texts.sent])
  expect(texts.parts).toEqual(['step-start', 'One.', 'step-start', 'Five.'])
})

test('a turn whose only step was reset fails, and stores no answer', async () => {
  const answer: ChatChunk[] = [
    { type: 'start-step' },
    ...block('a', 'One.'),
    { type: 'reset-step' },
  ]
  const call = caller(await createKit({ agent: agentOf(() => answer) }))
  const { json: session } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${session.id}`
  const { status } = await call('POST', `${path}/messages`, { body: { text: 'Hello' } })
  expect(status).toBe(502)
  expect((await call('GET', path)).json.messages).toHaveLength(1)
})

test('a call of a tool in a reset step is stored, because it had an effect', async () => {
  const agent = agentOf(async function* ({ tools }) {
    yield { type: 'start-step' }
    yield { type: 'tool-input-available', toolCallId: 'c', toolName: 'save_lead', input: {} }
    await tools.save_lead.execute({ email: 'ada@example.com' }, { toolCallId: 'c' })
    yield { type: 'reset-step' }
    yield* block('b', 'Done.')
  })
  const kit = await createKit({ agent })
  const call = caller(kit)
  const { json: session } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${session.id}/messages`
  const { json } = await call('POST', path, { body: { text: 'Hello' } })
  const stored = await messages.get(kit.store, kit.workspace.id, json.message.id)
  expect(stored?.data.parts).toMatchObject([{ type: 'tool', name: 'save_lead' }, { text: 'Done.' }])
})

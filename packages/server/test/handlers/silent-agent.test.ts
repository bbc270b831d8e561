import { expect, test } from 'vitest'
import type { AgentTurn } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

async function setUp(options: KitOptions) {
  const turns: AgentTurn[] = []
  const agent = agentOf(async function* (turn) {
    turns.push(turn)
    if (turn.messages.at(-1)?.text === 'A person, please.') {
      await turn.tools.request_handoff?.execute({ reason: 'asked_for_person' })
    }
    yield* textChunks('Yes.')
  })
  const call = caller(await createKit({ ...options, agent }))
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const path = `/chat/sessions/${session.id}`
  const say = (text: string, more: object = {}) =>
    call('POST', `${path}/messages`, { body: { text, ...more } })
  return { call, say, turns, read: async () => (await call('GET', path)).json }
}

describeOverMemory('a message in a session that waits for a person', (openStore) => {
  test('is stored without an answer if the host silences the agent', async () => {
    const { call, say, turns, read } = await setUp({
      store: openStore(),
      answerAfterHandoff: false,
    })
    const asked = await say('A person, please.')
    expect(asked.json).toMatchObject({ message: { text: 'Yes.' }, finish_reason: 'stop' })
    const { status, json } = await say('Are you there?')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: 'chat_reply',
      message: { id: expect.stringMatching(/^msg_/), role: 'assistant', text: '' },
      actions: [],
      finish_reason: 'handed_off',
    })
    const session = await read()
    expect(session.status).toBe('handed_off')
    expect(session.messages.map(({ text }: { text: string }) => text)).toEqual([
      'A person, please.',
      'Yes.',
      'Are you there?',
    ])
    expect(turns).toHaveLength(1)
    const [conversation] = (await call('GET', '/conversations')).json.data
    expect(conversation.message_count).toBe(3)
  })

  test('gets a stream without text if the host silences the agent', async () => {
    const { say, turns, read } = await setUp({ store: openStore(), answerAfterHandoff: false })
    await say('A person, please.')
    const { text } = await say('Are you there?', { stream: true })
    expect(text.match(/"type":"[a-z-]+"/g)).toEqual([
      '"type":"start"',
      '"type":"start-step"',
      '"type":"finish-step"',
      '"type":"finish"',
    ])
    expect(text).toContain('"finishReason":"other"')
    expect((await read()).messages).toHaveLength(3)
    expect(turns).toHaveLength(1)
  })

  test('is answered by the agent unless the host silences it', async () => {
    const { say, turns } = await setUp({ store: openStore() })
    await say('A person, please.')
    const { json } = await say('Are you there?')
    expect(json).toMatchObject({ message: { text: 'Yes.' }, finish_reason: 'stop' })
    expect(turns.map(({ status }) => status)).toEqual(['open', 'handed_off'])
  })
})

import type { Message } from '@doorkit/models'
import { expect, test } from 'vitest'
import type { AgentTurn } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverMemory } from '../support/stores.ts'

const grace = { id: 'user-7', name: 'Grace' }
const author = { kind: 'person', ...grace }

describeOverMemory('the author of a message', (openStore) => {
  async function setUp() {
    const turns: AgentTurn[] = []
    const agent = agentOf((turn) => {
      turns.push(turn)
      return textChunks('Thank you.')
    })
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    await page.say('Hello')
    const { id } = (await page.json('GET', '/conversation')).json
    const { conversations } = kit.doorkit.record(kit.workspace.id)
    return { kit, page, turns, id, conversations, call: caller(kit) }
  }
  const listAuthors = (messages: readonly Message[]) =>
    messages.map(({ role, ...message }) => [role, message.author])

  test('is shown by the API, on the page and to the agent if it is a person', async () => {
    const { page, turns, id, conversations, call } = await setUp()
    await conversations.message(id, { role: 'assistant', text: 'I am Grace.', author: grace })
    await page.say('Hello, Grace')
    const expected = [
      ['user', undefined],
      ['assistant', undefined],
      ['assistant', author],
      ['user', undefined],
      ['assistant', undefined],
    ]
    const { json } = await call('GET', `/conversations/${id}?expand=messages`)
    expect(listAuthors(json.messages)).toEqual(expected)
    const list = (await call('GET', '/conversations?expand=messages')).json
    expect(list.data[0].messages).toEqual(json.messages)
    // The page shows visitors the name of a person, and never the id.
    const shown = JSON.parse(JSON.stringify(json.messages), (key, value) =>
      key === 'author' ? { kind: value.kind, name: value.name } : value,
    )
    expect((await page.json('GET', '/conversation')).json.messages).toEqual(shown)
    expect((await page.visit()).json.conversation.messages).toEqual(shown)
    expect(turns.at(-1)?.messages.map((message) => message.author)).toEqual([
      undefined,
      undefined,
      author,
      undefined,
    ])
  })

  test('is shown in a chat session of the API, and in an event', async () => {
    const { call, conversations } = await setUp()
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    await conversations.message(session.conversation, {
      role: 'assistant',
      text: 'I am Grace.',
      author: grace,
    })
    await conversations.requestHandoff(session.conversation, { reason: 'Asked' })
    const path = `/chat/sessions/${session.id}`
    expect((await call('GET', path)).json.messages).toMatchObject([{ role: 'assistant', author }])
    const [event] = (await call('GET', '/events')).json.data
    expect(event).toMatchObject({
      type: 'handoff.requested',
      data: { object: { messages: [{ role: 'assistant', author }] } },
    })
  })

  test('cannot be a person in a message of the visitor', async () => {
    const { id, conversations } = await setUp()
    const recorded = conversations.message(id, { role: 'user', text: 'Hello', author: grace })
    await expect(recorded).rejects.toMatchObject({ code: 'invalid_input', param: 'author' })
  })
})

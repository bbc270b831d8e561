import { expect, test } from 'vitest'
import type { AgentTurn } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit } from '../support/kit.ts'

async function setUp() {
  const turns: AgentTurn[] = []
  const agent = agentOf((turn) => {
    turns.push(turn)
    return textChunks('Yes.')
  })
  const call = caller(await createKit({ agent }))
  /** Opens a session and sends a message; returns the session, the reply and the input of the agent. */
  const talk = async (body: object) => {
    const session = (await call('POST', '/chat/sessions', { body })).json
    const reply = await call('POST', `/chat/sessions/${session.id}/messages`, {
      body: { text: 'Hello' },
    })
    return { session, reply: reply.json, turn: turns.at(-1) }
  }
  const makeLink = async (greeting: object) => {
    const { id } = (await call('POST', '/link_greetings', { body: greeting })).json
    const body = { name: 'Spring', page: '/prices', greeting: id }
    return (await call('POST', '/personal_links', { body })).json
  }
  return { call, turns, talk, makeLink }
}

const greeting = { name: 'Spring', text: 'Hello {first|there}', buttons: [] }

test('a turn has its session, conversation, channel, page, status and messages', async () => {
  const { call, turns, talk } = await setUp()
  const { session, reply, turn } = await talk({
    channel: 'kiosk',
    page_url: 'https://acme.example/prices?plan=small',
  })
  expect(turn).toMatchObject({
    session: session.id,
    conversation: session.conversation,
    channel: 'kiosk',
    status: 'open',
    page: { url: 'https://acme.example/prices?plan=small', path: '/prices' },
    greetingNote: null,
    answerId: reply.message.id,
  })
  const path = `/chat/sessions/${session.id}`
  await call('POST', `${path}/messages`, { body: { text: 'Again' } })
  const stored = (await call('GET', path)).json.messages.map(({ id }: { id: string }) => id)
  expect(turns[0]?.messages.map(({ id }) => id)).toEqual(stored.slice(0, 1))
  expect(turns[1]?.messages.map(({ id }) => id)).toEqual(stored.slice(0, 3))
  expect(turns[1]?.answerId).toBe(stored[3])
  expect((await talk({})).turn?.page).toEqual({ url: null, path: null })
})

test("the agent receives the note of a greeting, with the visitor's details", async () => {
  const { call, talk, makeLink } = await setUp()
  const note = '{first|Somebody} {last} works at {company|an unknown company} as {title|a guest}.'
  const link = await makeLink({ ...greeting, agent_note: note })
  const page_url = `${link.url}&dw_first=Mallory`
  const stranger = await talk({ page_url })
  expect(stranger.turn?.greetingNote).toBe('Somebody works at an unknown company as a guest.')
  const named = await talk({ page_url, visitor: { name: 'Grace Brewster Hopper' } })
  expect(named.turn?.greetingNote).toBe(
    'Grace Brewster Hopper works at an unknown company as a guest.',
  )
  const ada = { email: 'ada@example.com', first_name: 'Ada', company: 'Analytical Engines' }
  await call('POST', '/contacts', { body: ada })
  const known = await talk({ page_url, visitor: { email: 'ADA@example.com' } })
  expect(known.turn?.greetingNote).toBe('Ada works at Analytical Engines as a guest.')
  for (const [title, shown] of [
    ['Countess', 'Countess'],
    [7, 'a guest'],
  ] as const) {
    await call('POST', '/contacts', { body: { ...ada, attributes: { title } } })
    const titled = await talk({ page_url, visitor: { email: ada.email } })
    expect(titled.turn?.greetingNote).toBe(`Ada works at Analytical Engines as ${shown}.`)
  }
  const [conversation] = (await call('GET', '/conversations')).json.data
  expect(conversation.link).toBe(link.id)
})

test('the agent receives no note if the greeting has none, or the link is unknown', async () => {
  const { talk, makeLink } = await setUp()
  const link = await makeLink(greeting)
  expect((await talk({ page_url: link.url })).turn?.greetingNote).toBeNull()
  const unknown = 'https://acme.example/prices?dw_link=lk_nothing'
  expect((await talk({ page_url: unknown })).turn?.greetingNote).toBeNull()
})

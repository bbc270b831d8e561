import { expect, test } from 'vitest'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { baseUrl, createConsoleKit, pageHeaders } from './console-kit.ts'

const email = 'ada@example.com'

/** Begins a trial, and returns it with a function that asks a question and reads the answer. */
async function openTrial(kit: Awaited<ReturnType<typeof createConsoleKit>>) {
  const cookie = await kit.signIn('agent')
  const { status, json } = await kit.request('POST', '/api/agent_trials', { cookie })
  expect([status, json.object]).toEqual([201, 'agent_trial'])
  async function ask(text: string) {
    const response = await kit.console.fetch(`${baseUrl}/api/agent_trials/${json.id}/messages`, {
      mountPath: '/console',
      method: 'POST',
      headers: { ...pageHeaders, Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    const stream = await response.text()
    const chunks = [...stream.matchAll(/^data: ({.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    return {
      status: response.status,
      types: chunks.map(({ type }) => type),
      text: chunks.map(({ delta = '' }) => delta).join(''),
      calls: chunks.flatMap(({ type, data }) => (type === 'data-call' ? data : [])),
    }
  }
  return { trial: json, cookie, ask }
}

test('a trial streams the answer of an agent that is not live, its tool calls, and the passages that they found', async () => {
  const kit = await createConsoleKit()
  const call = caller(kit)
  await call('PATCH', '/agent', { body: { live: false } })
  const document = { name: 'Delivery', content: 'We ship every order within two days.' }
  await call('POST', '/knowledge/documents', { body: document })
  const { ask } = await openTrial(kit)
  const { status, types, text, calls } = await ask('When do you ship my order?')
  expect([status, types[0], types.at(-1)]).toEqual([200, 'start', 'finish'])
  expect(text).toContain('within two days')
  expect(calls).toMatchObject([
    {
      name: 'search_knowledge',
      error: null,
      passages: [{ title: 'Delivery', text: document.content, object: 'found_passage' }],
    },
  ])
  expect(calls[0].passages[0].because).toContainEqual({ asked: 'order', found: ['order'] })
})

test('a trial shows calls that the agent hides from visitors, and calls that failed', async () => {
  const agent = agentOf(async function* ({ tools }) {
    await tools.search_knowledge.execute({ query: 'prices' })
    await tools.save_lead.execute({ email: 'no address' }).catch(() => {})
    yield* textChunks('I do not know.')
  })
  const { ask } = await openTrial(await createConsoleKit({ agent }))
  const { types, calls } = await ask('What does it cost?')
  expect(types.slice(0, 3)).toEqual(['start', 'data-call', 'data-call'])
  expect(calls).toMatchObject([
    { name: 'search_knowledge', input: { query: 'prices' }, passages: [], error: null },
    { name: 'save_lead', output: null, error: expect.stringContaining('email address') },
  ])
})

test('a trial is not counted, and adds no contact, no event, no visitor and nothing to the inbox', async () => {
  const agent = agentOf(async function* ({ tools }) {
    await tools.save_lead.execute({ email })
    await tools.request_handoff?.execute({ reason: 'asked_for_person' })
    yield* textChunks('A colleague will write to you.')
  })
  const kit = await createConsoleKit({ agent })
  const call = caller(kit)
  const { trial, cookie, ask } = await openTrial(kit)
  const { calls } = await ask(`I am ${email}. Can I talk to a person?`)
  expect(calls).toHaveLength(2)
  for (const path of ['/conversations', '/contacts', '/events', '/meetings']) {
    expect([path, (await call('GET', path)).json.data]).toEqual([path, []])
  }
  const inbox = await kit.request('GET', '/api/inbox?state=waiting', { cookie })
  expect(inbox.json.data).toEqual([])
  const { text } = await call('GET', '/analytics')
  expect(text.match(/"(?:visitors|leads|conversations|chats_opened)":[1-9]/g)).toBe(null)
  expect((await call('GET', '/workspace')).json.usage).toEqual({ chat_sessions_this_month: 0 })
  const shown = await call('GET', '/conversations?include_test=true')
  expect(shown.json.data).toMatchObject([
    { id: trial.conversation, test: true, channel: 'console' },
  ])
})

test('nobody on the team can write as the visitor of a real conversation', async () => {
  const kit = await createConsoleKit()
  const call = caller(kit)
  const cookie = await kit.signIn('owner')
  await call('PATCH', '/agent', { body: { live: true } })
  const real = await call('POST', '/chat/sessions', { body: { channel: 'console' } })
  const path = `/api/agent_trials/${real.json.id}/messages`
  const sent = await kit.request('POST', path, { cookie, body: { text: 'I am the visitor.' } })
  expect([sent.status, sent.json.code]).toEqual([404, 'not_found'])
  expect((await call('GET', `/chat/sessions/${real.json.id}`)).json.messages).toEqual([])
})

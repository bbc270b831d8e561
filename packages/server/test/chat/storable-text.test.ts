import { describe, expect, test } from 'vitest'
import { collectAnswerParts } from '../../src/chat/collect-answer-parts.ts'
import { knowledgeAgent } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit } from '../support/kit.ts'

const half = '\ud83d'

async function setUp(agent = knowledgeAgent()) {
  const kit = await createKit({ agent })
  const call = caller(kit)
  const content = { name: 'Hours', content: 'We are open on Mondays.' }
  await call('POST', '/knowledge/documents', { body: content })
  await call('PATCH', '/agent', { body: { live: true } })
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const say = (text: string) =>
    call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } })
  const conversation = async () =>
    (await call('GET', `/conversations/${session.conversation}?expand=messages`)).json
  return { call, say, conversation }
}

describe('the stored text of an agent or a visitor', () => {
  test('has no NUL and no half characters, in an answer, a reason for a handoff and the names of a lead', async () => {
    const agent = agentOf(async function* ({ tools }) {
      await tools.save_lead.execute({ email: 'ada@example.com', name: `Ada${half} L\0` })
      const note = `Call\0 me ${half}`
      await tools.request_handoff?.execute({ reason: 'asked_for_person', note })
      yield* textChunks(`Yes\0 ${half}`)
    })
    const { say, conversation } = await setUp(agent)
    expect((await say('Hello')).json.message.text).toBe('Yes \ufffd')
    expect(await conversation()).toMatchObject({
      lead: { first_name: 'Ada\ufffd', last_name: 'L' },
      handoff: { reason: 'Call me \ufffd' },
      messages: [{ text: 'Hello' }, { text: 'Yes \ufffd' }],
    })
  })

  test('is cut between characters in a long reason for a handoff', async () => {
    const note = `Wants a person ${'🙂'.repeat(600)}`
    const agent = agentOf(async function* ({ tools }) {
      await tools.request_handoff?.execute({ reason: 'asked_for_person', note })
      yield* textChunks('Yes')
    })
    const { say, conversation } = await setUp(agent)
    await say('Hello')
    const { handoff } = await conversation()
    expect(handoff.reason).toBe(Array.from(note).slice(0, 500).join(''))
  })

  test('is cut between characters in a long title of a source', () => {
    const answer = collectAnswerParts(10)
    const title = `a${'🙂'.repeat(2_100)}`
    answer.add({ type: 'source-url', sourceId: 's', url: 'https://www.example.com/', title })
    const [source] = answer.parts([], new Set())
    expect(source).toMatchObject({ title: Array.from(title).slice(0, 2_048).join('') })
  })

  test('is cut between characters in a long name', async () => {
    const { call, say } = await setUp()
    await say(`I am A${'𝒜'.repeat(300)}, ada@example.com`)
    const [contact] = (await call('GET', '/contacts')).json.data
    expect(contact.first_name).toBe(`A${'𝒜'.repeat(199)}`)
  })
})

import { describe, expect, test } from 'vitest'
import { createDoorkit, type KitError, memoryStore, type TurnReport } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverStores } from '../support/stores.ts'

/** An agent that reports this usage. */
const spendingAgent = (inputTokens: number, outputTokens: number, model?: string) =>
  agentOf(async function* () {
    yield* textChunks('Yes.')
    const usage = { model, inputTokens, outputTokens }
    yield { type: 'message-metadata', messageMetadata: { usage } }
  })

/** Makes the function that opens a session. `say` sends a message and returns the text of the answer. */
const opener = (call: ReturnType<typeof caller>) => async () => {
  const { json } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${json.id}`
  return {
    path,
    say: async (text: string): Promise<string> =>
      (await call('POST', `${path}/messages`, { body: { text } })).json.message.text,
  }
}

async function setUp(options: KitOptions) {
  const reports: TurnReport[] = []
  const kit = await createKit({ onTurn: (report) => reports.push(report), ...options })
  const call = caller(kit)
  const open = opener(call)
  return { ...kit, call, reports, open, ...(await open()) }
}

describeOverStores('a workspace that has used up its tokens of the month', (openStore) => {
  test('gets no more answers, and offers a person', async () => {
    const { say, reports } = await setUp({
      store: openStore(),
      agent: spendingAgent(60, 40),
      tokensPerMonth: 150,
    })
    expect([await say('One?'), await say('Two?')]).toEqual(['Yes.', 'Yes.'])
    expect(await say('And three?')).toBe(
      'I cannot answer any more questions at the moment. Would you like to talk to a person?',
    )
    expect(await say('Who are you?')).not.toContain('Ask me')
    expect(
      reports.map(({ status, errorCode, usage }) => [status, errorCode, usage !== null]),
    ).toEqual([
      ['done', null, true],
      ['done', null, true],
      ['failed', 'tokens_used', false],
      ['failed', 'tokens_used', false],
    ])
  })

  test('still accepts a yes to the offer of a person, and contact details', async () => {
    const { say, call, path, open } = await setUp({
      store: openStore(),
      agent: spendingAgent(1, 1),
      tokensPerMonth: 0,
    })
    await say('Was kostet eine Lampe, bitte?')
    expect(await say('Ja, gerne!')).toContain('gebeten zu übernehmen')
    expect((await call('GET', path)).json.status).toBe('handed_off')
    const other = await open()
    expect(await other.say('I am Bob Day, bob@example.com')).toContain('Thank you, Bob.')
    expect((await call('GET', '/contacts')).json.data).toMatchObject([{ email: 'bob@example.com' }])
  })

  test('gets no answers from any process on the same store until the next month', async () => {
    const store = openStore()
    const { say, clock, workspace } = await setUp({
      store,
      agent: spendingAgent(100, 0),
      tokensPerMonth: ({ id, plan }) => (plan === 'apex' && id ? 100 : 0),
    })
    expect(await say('One?')).toBe('Yes.')
    const other = createDoorkit({ store, clock, agent: spendingAgent(1, 0), tokensPerMonth: 100 })
    const key = await other.keys.create({
      workspace: workspace.id,
      name: 'Other',
      access: 'full_access',
    })
    const open = opener(caller({ doorkit: other, key }))
    expect(await (await open()).say('Two?')).toContain('cannot answer')
    clock.advance(31 * 86_400_000)
    expect(await (await open()).say('Three?')).toBe('Yes.')
  })
})

describeOverStores('the usage of a workspace', (openStore) => {
  test('is listed by day and model', async () => {
    const store = openStore()
    const { say, clock, doorkit, workspace } = await setUp({
      store,
      // The visitor writes the name of the model.
      agent: { reply: (turn) => spendingAgent(60, 40, turn.messages.at(-1)?.text).reply(turn) },
    })
    for (const model of ['a', 'a', 'b']) await say(model)
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    clock.advance(86_400_000)
    await say('a')
    const tomorrow = new Date(clock.now()).toISOString().slice(0, 10)
    const once = { turns: 1, inputTokens: 60, outputTokens: 40, cachedInputTokens: 0 }
    const twice = { turns: 2, inputTokens: 120, outputTokens: 80, cachedInputTokens: 0 }
    const ofToday = [
      { day: today, model: 'a', ...twice },
      { day: today, model: 'b', ...once },
    ]
    const all = [...ofToday, { day: tomorrow, model: 'a', ...once }]
    expect(await doorkit.usage(workspace.id)).toEqual(all)
    expect(await doorkit.usage(workspace.id, { from: today, to: today })).toEqual(ofToday)
    expect(await doorkit.usage(workspace.id, { to: '2020-02-29' })).toEqual([])
  })

  test('is refused for an invalid day, days in the wrong order, and an unknown workspace', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const read = (from: string, to: string) => doorkit.usage(workspace.id, { from, to })
    await expect(read('2026-02-30', '2026-03-01')).rejects.toMatchObject({ param: 'from' })
    await expect(read('2026-03-02', '2026-03-01')).rejects.toMatchObject({ param: 'from' })
    await expect(doorkit.usage('ws_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a limit of turns or tokens', () => {
  test.each([
    ['turnTimeoutMs', 0],
    ['turnTimeoutMs', 60_001],
    ['turnTimeoutMs', Number.NaN],
    ['firstWordTimeoutMs', -1],
    ['firstWordTimeoutMs', 1.5],
    ['tokensPerMonth', -1],
    ['tokensPerMonth', Number.NaN],
  ])('%s: %d is refused, and the error names the option', (param, value) => {
    const problem = expect.objectContaining<Partial<KitError>>({ code: 'invalid_input', param })
    expect(() => createDoorkit({ store: memoryStore(), [param]: value })).toThrow(problem)
  })

  test('can be the longest time allowed, or an infinite number of tokens', () => {
    const options = { turnTimeoutMs: 60_000, firstWordTimeoutMs: 1, tokensPerMonth: Infinity }
    expect(() => createDoorkit({ store: memoryStore(), ...options })).not.toThrow()
  })
})

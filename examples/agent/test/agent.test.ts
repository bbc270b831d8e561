import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { memoryStore, type TurnReport } from '@doorkit/server'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../src/start-server.ts'
import { actByRules } from './act-by-rules.ts'
import { type ModelRequest, type ModelStep, serveModel } from './model-server.ts'
import { openChat, wordsOf } from './open-chat.ts'

type Act = (request: ModelRequest) => ModelStep

/** A model, a website that uses it, and a visitor of its page. */
async function open({ apiKey = 'sk-right', act = actByRules as Act } = {}) {
  const model = await serveModel('sk-right', act)
  const provider = createOpenAICompatible({
    name: 'local',
    baseURL: model.baseUrl,
    apiKey,
    includeUsage: true,
  })
  const turns: TurnReport[] = []
  const server = await startServer({
    model: provider('small'),
    maxRetries: 0,
    store: memoryStore(),
    port: 0,
    onTurn: (turn) => turns.push(turn),
  })
  onTestFinished(async () => {
    await server.stop()
    await model.close()
  })
  return { model, server, turns, ...(await openChat(server.origin)) }
}

test('the chat of the page answers from the knowledge, and counts its tokens', async () => {
  const { ask, model, turns } = await open()
  expect(await ask('What does a lamp cost?')).toBe('A lamp costs 5 euro.')
  expect(turns).toMatchObject([
    {
      status: 'done',
      tools: [{ name: 'search_knowledge', ok: true }],
      usage: { model: 'small', inputTokens: 200, outputTokens: 40, cachedInputTokens: 80 },
    },
  ])
  const names = model.requests[0]?.tools?.map((tool) => tool.function.name)
  expect(names).toEqual(expect.arrayContaining(['search_knowledge', 'save_lead', 'find_order']))
})

test("the model calls the host's tool, and the tools for an email address and a person, over the wire", async () => {
  const { ask, turns } = await open()
  expect(await ask('Where is order A-17?')).toBe('Your order is on its way.')
  expect(await ask('I am ada@example.com')).toContain('I have saved your details.')
  expect(await ask('A person, please')).toContain('A colleague will write to you.')
  expect(turns.map(({ tools }) => tools)).toMatchObject([
    [{ name: 'find_order', ok: true }],
    [{ name: 'save_lead', ok: true }],
    [{ name: 'request_handoff', ok: true }],
  ])
})

test('the visitor reads a sentence while the model still writes', async () => {
  let see = () => {}
  const seen = new Promise<void>((resolve) => {
    see = resolve
  })
  async function* slowly() {
    yield 'A lamp costs 5 euro. '
    await seen
    yield 'Ten lamps cost 40 euro.'
  }
  const { site } = await open({ act: slowly })
  const texts = new Set<string>()
  for await (const message of site.messages.send('What does a lamp cost?')) {
    texts.add(wordsOf(message).trim())
    if (wordsOf(message).includes('5 euro.')) see()
  }
  expect([...texts]).toContain('A lamp costs 5 euro.')
  expect([...texts].at(-1)).toBe('A lamp costs 5 euro. Ten lamps cost 40 euro.')
})

test('a turn fails if the provider refuses the key, and its question is kept', async () => {
  const { site, turns } = await open({ apiKey: 'sk-wrong' })
  await expect(site.messages.send('I need 500 lamps').final()).rejects.toThrow()
  expect(turns).toMatchObject([{ status: 'failed', errorCode: 'agent_failed' }])
  const { messages } = await site.conversation.get()
  expect(messages.map(({ text }) => text)).toEqual(['I need 500 lamps'])
})

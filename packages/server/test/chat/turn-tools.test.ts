import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import {
  type AgentTool,
  type AgentTurn,
  createDoorkit,
  defineTool,
  memoryStore,
} from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'

/** Makes a kit whose agent runs `use` in each turn, and a session of a visitor. */
async function setUp(use: (turn: AgentTurn) => Promise<unknown>, options: KitOptions = {}) {
  const agent = agentOf(async function* (turn) {
    await use(turn)
    yield* textChunks('Done.')
  })
  const kit = await createKit({ ...options, agent })
  const call = caller(kit)
  const { json: session } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${session.id}`
  return {
    ...kit,
    call,
    session,
    say: (text = 'Hello') => call('POST', `${path}/messages`, { body: { text } }),
    tools: async () => (await call('GET', path)).json.messages.at(-1).tools,
  }
}

/** Returns the error of a call that is refused, or null. */
const catchRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const echo = defineTool({
  name: 'echo',
  description: 'Returns its input.',
  input: z.object({ text: z.string() }),
  execute: ({ text }) => text,
})

describe('save_lead', () => {
  test('saves a lead in parts, and makes a contact once there is an email address', async () => {
    const parts = [
      { name: 'Ada Lovelace', need: '500 lamps' },
      { phone: '+44 20 5550', email: null },
      { email: 'Ada@Example.com' },
      { company: 'Analytical Engines' },
    ]
    const leads: unknown[] = []
    const { say, call, session } = await setUp(async ({ tools, lead, messages }) => {
      const part = parts[(messages.length - 1) / 2] ?? {}
      leads.push(lead, (await tools.save_lead.execute(part)).lead)
    })
    await say()
    await say()
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    await say()
    await say()
    const [contact] = (await call('GET', '/contacts')).json.data
    expect(contact).toMatchObject({
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+44 20 5550',
      company: 'Analytical Engines',
      identity_verified: false,
    })
    const all = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+44 20 5550',
      company: 'Analytical Engines',
      need: '500 lamps',
    }
    expect(leads.at(0)).toEqual({ name: null, email: null, phone: null, company: null, need: null })
    expect(leads.at(-2)).toEqual({ ...all, company: null })
    expect(leads.at(-1)).toEqual(all)
    const types = (await call('GET', '/events')).json.data.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === 'lead.captured')).toHaveLength(1)
    const shown = (await call('GET', `/conversations/${session.conversation}`)).json
    expect(shown.lead).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' })
  })

  test('ignores members of the input that it does not know', async () => {
    const input = { email: 'ada@example.com', age: 36, mood: 'happy' }
    const leads: unknown[] = []
    const { say, call } = await setUp(async ({ tools, lead }) => {
      leads.push(lead, (await tools.save_lead.execute(input)).lead)
    })
    expect((await say()).status).toBe(200)
    const lead = { name: null, email: 'ada@example.com', phone: null, company: null, need: null }
    expect(leads.at(1)).toEqual(lead)
    expect((await say()).status).toBe(200)
    expect(leads.at(-2)).toEqual(lead)
    expect((await call('GET', '/contacts')).json.data).toMatchObject([{ email: lead.email }])
  })
})

describe('offer_meeting', () => {
  test.each([
    ['https://cal.com/acme/demo?a=1', (to: URL) => to.searchParams.get('metadata[conversation]')],
    ['https://calendly.com/acme/demo', (to: URL) => to.searchParams.get('utm_content')],
  ])('returns an address that names the conversation: %s', async (url, readConversation) => {
    let given: string | null | undefined
    const { call, say, session } = await setUp(async ({ tools }) => {
      given = (await tools.offer_meeting?.execute({}))?.url
    })
    await call('PATCH', '/agent', { body: { booking: { enabled: true, url } } })
    const { json } = await say()
    expect(readConversation(new URL(given ?? ''))).toBe(session.conversation)
    expect(json.actions).toEqual([{ type: 'booking_offered', booking_url: url }])
  })
})

describe('a call', () => {
  test('that is made twice with one id is performed once', async () => {
    const execute = vi.fn(() => 1)
    const count = defineTool({ ...echo, name: 'count', execute })
    const { say } = await setUp(
      async ({ tools }) => {
        const input = { text: 'a' }
        await Promise.all([1, 2].map(() => tools.count?.execute(input, { toolCallId: 'one' })))
      },
      { tools: [count] },
    )
    expect((await say()).status).toBe(200)
    expect(execute).toHaveBeenCalledOnce()
  })

  test.each([
    ['with an invalid input', 'invalid_input', { number: 1 }],
    ['that is made for the fourth time', 'repeated', { text: 'a' }],
  ])('%s is refused', async (_when, code, input) => {
    const errors: unknown[] = []
    const { say } = await setUp(
      async ({ tools }) => {
        for (let at = 0; at < 4; at++) {
          errors.push(await catchRefusal(Promise.resolve(tools.echo?.execute(input))))
        }
      },
      { tools: [echo] },
    )
    expect((await say()).status).toBe(200)
    expect(errors.at(-1)).toMatchObject({ name: 'ToolError', code })
    if (code === 'repeated') expect(errors.slice(0, 3)).toEqual([null, null, null])
  })

  test('is refused after twenty others', async () => {
    const codes: unknown[] = []
    const { say } = await setUp(
      async ({ tools }) => {
        for (let at = 0; at < 22; at++) {
          const error = await catchRefusal(Promise.resolve(tools.echo?.execute({ text: `${at}` })))
          codes.push(error instanceof Error && 'code' in error ? error.code : null)
        }
      },
      { tools: [echo] },
    )
    await say()
    expect(codes.indexOf('too_many_calls')).toBe(20)
    expect(codes).toHaveLength(22)
  })

  test('that takes too long fails, and its signal aborts', async () => {
    let signal: AbortSignal | undefined
    let error: unknown
    const slow = defineTool({
      ...echo,
      timeoutMs: 500,
      execute: (_input, call) => {
        signal = call.signal
        return new Promise<string>(() => {})
      },
    })
    const { say, clock } = await setUp(
      async ({ tools }) => {
        error = await catchRefusal(Promise.resolve(tools.echo?.execute({ text: 'a' })))
      },
      { tools: [slow] },
    )
    const reply = say()
    await vi.waitFor(() => expect(signal).toBeDefined())
    clock.advance(500)
    expect((await reply).status).toBe(200)
    expect(error).toMatchObject({ name: 'ToolError', code: 'timeout' })
    expect(signal?.aborted).toBe(true)
  })

  test('whose signal has aborted is refused, and the tool does not run', async () => {
    const execute = vi.fn(() => 'a')
    const reason = new Error('Enough.')
    let error: unknown
    const { say } = await setUp(
      async ({ tools }) => {
        const call = { signal: AbortSignal.abort(reason) }
        error = await catchRefusal(Promise.resolve(tools.echo?.execute({ text: 'a' }, call)))
      },
      { tools: [{ ...echo, execute }] },
    )
    await say()
    expect(error).toMatchObject({ name: 'ToolError', code: 'failed', cause: reason })
    expect(execute).not.toHaveBeenCalled()
  })

  test('that is refused adds no action and no tool to the answer', async () => {
    let error: unknown
    const { say, tools } = await setUp(async (turn) => {
      const invalid = { email: 'nobody' }
      error = await catchRefusal(turn.tools.save_lead.execute(invalid))
    })
    const { json } = await say()
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect([json.actions, await tools()]).toEqual([[], []])
  })
})

describe("a host's tool", () => {
  test('gets the turn that calls it, so the model need not pass ids', async () => {
    const seen: unknown[] = []
    const look: AgentTool = defineTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({}),
      execute(_input, { turn, toolCallId }) {
        seen.push([turn.session, turn.conversation, turn.workspace.id, toolCallId])
        return { found: true }
      },
    })
    const { say, session, workspace } = await setUp(
      async ({ tools }) => tools.look?.execute({}, { toolCallId: 'call_a' }),
      { tools: [look] },
    )
    await say()
    expect(seen).toEqual([[session.id, session.conversation, workspace.id, 'call_a']])
  })

  test.each(['save_lead', 'Find order', ''])('cannot have the name "%s"', (name) => {
    const tools = [{ ...echo, name }]
    expect(() => createDoorkit({ store: memoryStore(), tools })).toThrow(
      expect.objectContaining({ code: 'invalid_input', param: 'tools[0].name' }),
    )
  })
})

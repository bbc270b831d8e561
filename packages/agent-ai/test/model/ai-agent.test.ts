import { defineTool } from '@doorkit/server'
import { tool } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AiAgentOptions, aiAgent } from '../../src/index.ts'
import { type ModelOutput, modelOf, promptText, scriptedModel } from './mock-model.ts'
import { type ServedOptions, serve } from './serve-workspace.ts'
import { openStores } from './stores.ts'

const documents = { Prices: 'A lamp costs 5 euro. Track parcels at https://post.example/track.' }

/** A served workspace whose model does these steps, and a session in it. */
async function talk(
  steps: readonly (readonly ModelOutput[])[],
  options: ServedOptions &
    Pick<Partial<AiAgentOptions>, 'maxSteps' | 'promiseTools' | 'sites' | 'instructions'> = {},
) {
  const model = modelOf(...steps)
  const { maxSteps, promiseTools, sites, instructions, ...others } = options
  const agent = aiAgent({ model, maxRetries: 0, maxSteps, promiseTools, sites, instructions })
  const kit = await serve({ documents, agent, ...others })
  const session = await kit.client.chatSessions.create()
  return { ...kit, model, session, ask: (text: string) => kit.say(session.id, text) }
}

describe('tools', () => {
  test('search_knowledge: the model reads passages as content, and the answer names its source', async () => {
    const { model, ask } = await talk([
      [{ tool: 'search_knowledge', input: { query: 'lamp costs' } }],
      ['A lamp costs 5 euro [[1]]. Track it at https://post.example/track.'],
    ])
    const { answer, body } = await ask('What does a lamp cost?')
    expect(answer).toBe('A lamp costs 5 euro. Track it at https://post.example/track.')
    expect(body).toContain('"type":"source-document"')
    const [first, second] = model.doStreamCalls
    expect(first?.prompt.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(second && promptText(second)).toMatch(/content, not instructions[\s\S]*<passage number/)
  })

  test("save_lead: visitors' details are saved, and the answer may say so", async () => {
    const { client, ask } = await talk([
      [
        'I have noted your email address.',
        { tool: 'save_lead', input: { email: 'bob@example.com', name: 'Bob Day' } },
      ],
      ['Thank you, Bob. We have bob@example.com.'],
    ])
    const { answer } = await ask('I am Bob, bob@example.com')
    expect(answer).toContain('I have noted your email address.')
    expect(answer).toContain('We have bob@example.com.')
    expect((await client.contacts.list()).data).toMatchObject([
      { email: 'bob@example.com', name: 'Bob Day' },
    ])
  })

  test('save_lead: details that are too long to be stored with the call do not stop later turns', async () => {
    const details = '\u0001'.repeat(200)
    const { ask } = await talk([
      [{ tool: 'save_lead', input: { name: details, company: details } }],
      ['Thank you.'],
      ['A lamp costs 5 euro.'],
    ])
    expect((await ask('I am Bob.')).answer).toBe('Thank you.')
    expect((await ask('What does a lamp cost?')).answer).toBe('A lamp costs 5 euro.')
  })

  test('request_handoff: the session is handed off', async () => {
    const { client, session, ask } = await talk([
      [{ tool: 'request_handoff', input: { reason: 'asked_for_person' } }],
      ['A colleague will write to you.'],
    ])
    expect((await ask('A person please')).answer).toBe('A colleague will write to you.')
    expect(await client.chatSessions.get(session.id)).toMatchObject({ status: 'handed_off' })
  })

  test('offer_meeting: its address may be shown, but not without its query', async () => {
    let address = ''
    const model = scriptedModel((call, step) => {
      if (step === 0) return [{ tool: 'offer_meeting' }]
      address = /https:\/\/cal\.example\/lumen\?[^"\\]*/.exec(promptText(call))?.[0] ?? ''
      return [`Choose a time at ${address} and not at https://cal.example/lumen now.`]
    })
    const kit = await serve({ agent: aiAgent({ model, maxRetries: 0 }) })
    const session = await kit.client.chatSessions.create()
    const { answer } = await kit.say(session.id, 'A demo?')
    expect(address).not.toBe('')
    expect(answer).toBe(`Choose a time at ${address} and not at […] now.`)
  })

  test('a tool of the host keeps only the promises for which the host names it', async () => {
    const book = defineTool({
      name: 'book_table',
      description: 'Books a table.',
      input: z.object({ at: z.string().transform((text) => new Date(text)) }),
      execute: ({ at }) => ({ booked: at.toISOString(), ticket: 'https://tickets.example/1' }),
    })
    const steps: ModelOutput[][] = [
      [{ tool: 'book_table', input: { at: '2026-12-01T19:00:00Z' } }],
      ['I have booked a table: https://tickets.example/1.'],
    ]
    const { ask } = await talk(steps, { tools: [book], promiseTools: { booked: ['book_table'] } })
    expect((await ask('A table')).answer).toBe('I have booked a table: https://tickets.example/1.')
    const other = await talk(steps, { tools: [book], promiseTools: { booked: ['book_room'] } })
    expect((await other.ask('A table')).answer).toBe('Nothing is booked yet.')
  })

  test('if a tool of the AI SDK streams its output, the last value is the result', async () => {
    const find = tool({
      inputSchema: z.object({}),
      async *execute() {
        yield { ticket: 'pending' }
        yield { ticket: 'https://tickets.example/2' }
      },
    })
    const model = modelOf(
      [{ tool: 'find_ticket' }],
      ['I have booked a table: https://tickets.example/2.'],
    )
    const { client, say } = await serve({
      agent: aiAgent({ model, maxRetries: 0, tools: { find_ticket: find } }),
    })
    const { answer } = await say((await client.chatSessions.create()).id, 'A table')
    expect(answer).toBe('I have booked a table: https://tickets.example/2.')
    const prompt = promptText(model.doStreamCalls[1] ?? { prompt: [] })
    expect(prompt).toContain('tickets.example/2')
    expect(prompt).not.toContain('pending')
  })

  test('a tool that fails is not reported as done', async () => {
    const book = defineTool({
      name: 'book_table',
      description: 'Books a table.',
      input: z.object({}),
      execute: () => Promise.reject(new Error('secret of the host')),
    })
    const { ask, model } = await talk([[{ tool: 'book_table' }], ['I have booked a table.']], {
      tools: [book],
    })
    const { answer, body } = await ask('A table')
    expect(answer).toBe('Nothing is booked yet.')
    expect(body + promptText(model.doStreamCalls[1] ?? { prompt: [] })).not.toContain('secret of')
  })

  test('a tool is called only with valid input, and after a wrong call the model can try again', async () => {
    const { client, ask, model } = await talk([
      [
        { tool: 'save_lead', input: { email: 'no address' } },
        { tool: 'no_such_tool' },
        { tool: 'save_lead', input: '{broken' },
      ],
      [{ tool: 'save_lead', input: { email: 'bob@example.com' } }],
      ['Thank you.'],
    ])
    expect((await ask('I am bob@example.com')).answer).toBe('Thank you.')
    expect(model.doStreamCalls).toHaveLength(3)
    expect((await client.contacts.list()).data).toHaveLength(1)
  })

  test('calls may have the same id in each step, as those of some model servers do', async () => {
    const { ask, model } = await talk([
      [{ tool: 'search_knowledge', input: { query: 'lamp' }, id: 'call_0' }],
      [{ tool: 'offer_meeting', id: 'call_0' }],
      ['Fine.'],
    ])
    const { body } = await ask('Hello')
    expect(promptText(model.doStreamCalls[2] ?? { prompt: [] })).toContain('cal.example')
    const ids = [...body.matchAll(/"tool-input-available","toolCallId":"([^"]+)"/g)].map(
      ([, id]) => id,
    )
    expect(new Set(ids).size).toBe(2)
  })

  test('a call shows the visitor the name of the tool, but neither its input nor the passages that it found', async () => {
    const { ask } = await talk([
      [{ tool: 'search_knowledge', input: { query: 'lamp evil.example' } }],
      ['Fine.'],
    ])
    const { body } = await ask('Hello')
    expect(body).toContain('search_knowledge')
    expect(body).not.toMatch(/evil|5 euro/)
  })
})

describe('the end of a turn', () => {
  test('an answer without a word is a failure, and the question stays in the transcript', async () => {
    const { client, session, ask } = await talk([[]])
    const { status, body } = await ask('Hello')
    expect(status === 502 || body.includes('"type":"error"')).toBe(true)
    const { messages } = await client.chatSessions.get(session.id)
    expect(messages.map(({ text }) => text)).toEqual(['Hello'])
  })

  test("if the provider fails, the turn fails, and the log has the cause without the visitor's message", async () => {
    const failure = Object.assign(new Error('Incorrect key'), {
      name: 'AI_APICallError',
      statusCode: 401,
      requestBodyValues: { messages: ['my secret question'] },
    })
    const model = scriptedModel(() => {
      throw failure
    })
    const kit = await serve({ agent: aiAgent({ model, maxRetries: 0 }) })
    const session = await kit.client.chatSessions.create()
    const { status, body } = await kit.say(session.id, 'my secret question')
    expect([status, body]).toEqual([502, expect.not.stringContaining('Incorrect')])
    expect(kit.log()).toContain('Incorrect key')
    expect(kit.log()).toContain('Check the API key for the provider.')
    expect(kit.log()).not.toContain('my secret question')
  })

  test('an error in the middle of the answer ends the stream with an error', async () => {
    const model = scriptedModel((_, step) => {
      if (step === 1) throw new Error('Overloaded')
      return ['Let me see. ', { tool: 'search_knowledge', input: { query: 'lamp' } }]
    })
    const kit = await serve({ agent: aiAgent({ model, maxRetries: 0 }) })
    const session = await kit.client.chatSessions.create()
    const { body } = await kit.say(session.id, 'Hello')
    expect(body).toContain('Let me see.')
    expect(body).toContain('"type":"error"')
    expect(body).not.toContain('"type":"finish"')
  })

  test('canceling a turn aborts its request to the model', async () => {
    let signal: AbortSignal | undefined
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const model = scriptedModel(() => [])
    model.doStream = async (call) => {
      signal = call.abortSignal
      start()
      return { stream: new ReadableStream() }
    }
    const kit = await serve({ agent: aiAgent({ model }) })
    const session = await kit.client.chatSessions.create()
    const answered = kit.say(session.id, 'Hello')
    await started
    await kit.doorkit.turns.cancel({ workspace: kit.workspace.id, session: session.id })
    await answered
    expect(signal?.aborted).toBe(true)
  })

  test('the last step cannot call tools', async () => {
    const { ask, model } = await talk(
      [
        [{ tool: 'offer_meeting' }],
        [{ tool: 'search_knowledge', input: { query: 'a' } }],
        ['Yes.'],
      ],
      { maxSteps: 3 },
    )
    expect((await ask('Hello')).answer).toBe('Yes.')
    expect(model.doStreamCalls.map(({ toolChoice }) => toolChoice?.type)).toEqual([
      'auto',
      'auto',
      'none',
    ])
  })

  test('`maxSteps` must be a whole number from 2 to 6', () => {
    for (const maxSteps of [0, 1, 7, 2.5, Number.NaN]) {
      const message = `maxSteps must be a whole number from 2 to 6, not ${maxSteps}.`
      expect(() => aiAgent({ model: modelOf(), maxSteps })).toThrow(new RangeError(message))
    }
    for (const maxSteps of [2, 6]) aiAgent({ model: modelOf(), maxSteps })
  })
})

test('the prompt of a turn repeats the prompt of the turn before up to its last message, with the same tools', async () => {
  const { ask, model } = await talk([
    [{ tool: 'search_knowledge', input: { query: 'lamp' } }],
    ['A lamp costs 5 euro.'],
    ['Two cost 10 euro.'],
    ['Three cost 15 euro.'],
  ])
  await ask('What does a lamp cost?')
  await ask('And two?')
  await ask('And three?')
  const [, , second, third] = model.doStreamCalls.map(({ prompt }) => prompt)
  expect(second?.at(0)).toEqual(third?.at(0))
  expect(second?.slice(0, -1)).toEqual(third?.slice(0, (second?.length ?? 0) - 1))
  expect(model.doStreamCalls[2]?.tools).toEqual(model.doStreamCalls[3]?.tools)
})

test.each(Object.entries(openStores))(
  'a turn with any sequence of texts and tool calls ends within its limits, over %s',
  { timeout: 300_000 },
  async (_, open) => {
    let calls = 0
    const counted = defineTool({
      name: 'counted',
      description: 'Counts.',
      input: z.object({ number: z.number().optional() }),
      execute: () => {
        calls += 1
        return { ok: true }
      },
    })
    let steps: readonly (readonly ModelOutput[])[] = []
    let step = 0
    const model = scriptedModel(() => {
      step += 1
      return steps[step - 1] ?? []
    })
    const kit = await serve({
      store: await open(),
      documents,
      tools: [counted],
      agent: aiAgent({ model, maxRetries: 0, promiseTools: { booked: [] } }),
    })
    const output = fc.oneof(
      fc.constantFrom<ModelOutput>('Fine. ', 'I have booked it. ', 'See https://evil.example. '),
      fc.record({
        tool: fc.constantFrom(
          'search_knowledge',
          'save_lead',
          'request_handoff',
          'offer_meeting',
          'counted',
          'unknown',
          '',
        ),
        input: fc.oneof(
          fc.constantFrom<unknown>(
            {},
            { query: 'lamp' },
            { email: 'a@b.example' },
            { reason: 'sales' },
            null,
            '{',
            [],
          ),
          fc.record({ number: fc.nat(9) }),
        ),
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(output, { maxLength: 12 }), { maxLength: 8 }),
        async (given) => {
          steps = given
          step = 0
          calls = 0
          kit.clock.advance(5_000)
          const { id } = await kit.client.chatSessions.create()
          const { status, body } = await kit.say(id, 'Hello')
          expect(step).toBeLessThanOrEqual(6)
          expect(calls).toBeLessThanOrEqual(20)
          expect(body).not.toMatch(/evil|have booked/)
          if (status === 200) expect(body).toMatch(/"type":"(?:finish|error)"[\s\S]*\[DONE\]\n\n$/)
          else expect(status).toBe(502)
        },
      ),
      { numRuns: 60 },
    )
  },
)

import { describe, expect, test } from 'vitest'
import { ChatStreamError, readChatStream } from '../src/index.ts'
import { brokenAnswerCases } from './support/broken-answer-cases.ts'
import { createFakeTimers } from './support/fake-timers.ts'
import { fault, type ResilienceCase, whole } from './support/resilience-case.ts'
import { createTestBody, respond, settled } from './support/sources.ts'
import { wholeAnswerCases } from './support/whole-answer-cases.ts'

const resilienceCases = [...wholeAnswerCases, ...brokenAnswerCases]

async function readCase({ serve, options }: ResilienceCase) {
  const timers = createFakeTimers()
  const body = createTestBody()
  const stream = readChatStream(typeof serve === 'string' ? respond(serve) : body.response, {
    ...options,
    schedule: timers.schedule,
  })
  if (typeof serve !== 'string') {
    await timers.untilSet()
    await serve(body, timers)
  }
  return { stream, outcome: await stream.outcome, timers, body }
}

describe('every ending has its outcome, with everything received', () => {
  test.each(resilienceCases)('$name: $type', async (one) => {
    const { outcome, timers } = await readCase(one)
    expect(outcome).toMatchObject({ type: one.type, text: one.text, ...one.more })
    expect(outcome.problems.map(({ code }) => code)).toEqual(one.problems ?? [])
    expect(outcome.problemCount).toBe(one.problems?.length ?? 0)
    const texts = outcome.message.parts.map((part) => (part.type === 'text' ? part.text : ''))
    expect(texts.join('')).toBe(one.text)
    expect(timers.countPending()).toBe(0)
  })

  test('there are at least 45 cases, with distinct names', () => {
    expect(new Set(resilienceCases.map(({ name }) => name)).size).toBe(resilienceCases.length)
    expect(resilienceCases.length).toBeGreaterThan(44)
  })
})

const isWhole = (type: string) => type === 'complete' || type === 'finished-without-done'

describe('a loop gets everything received, and then the bad end', () => {
  test.each(resilienceCases)('$name: $type', async (one) => {
    const { stream, outcome } = await readCase(one)
    let text = ''
    const loop = async () => {
      for await (const chunk of stream) if (chunk.type === 'text-delta') text += chunk.delta
    }
    if (isWhole(one.type)) {
      await loop()
      expect((await stream.final()).parts).toEqual(outcome.message.parts)
      expect(await stream.text()).toBe(one.text)
    } else {
      const failures = [
        await loop().catch((error) => error),
        await stream.final().catch((error) => error),
        await stream.text().catch((error) => error),
      ]
      for (const failure of failures) {
        expect(failure).toBeInstanceOf(ChatStreamError)
        expect(failure).toMatchObject({
          code: one.type,
          outcome: { type: one.type, text: one.text },
        })
      }
    }
    expect(text).toBe(one.text)
  })
})

describe('an answer that is not a stream', () => {
  const html = '<!doctype html><p>Welcome</p>'
  test.each([
    [
      'a page',
      new Response(html, { headers: { 'content-type': 'text/html' } }),
      200,
      'text/html',
      html,
    ],
    [
      'an error as JSON',
      Response.json({ code: 'rate_limited' }, { status: 429 }),
      429,
      'application/json',
      '{"code":"rate_limited"}',
    ],
    [
      'an error under the type of a stream',
      respond('oops', { status: 500 }),
      500,
      'text/event-stream',
      'oops',
    ],
    ['no content', new Response(null, { status: 204 }), 204, '', ''],
    ['no type', new Response(new Uint8Array([72, 105])), 200, '', 'Hi'],
    [
      'a similar type',
      new Response('x', { headers: { 'content-type': 'text/event-streams' } }),
      200,
      'text/event-streams',
      'x',
    ],
  ])(
    '%s is reported with the start of its text',
    async (_, response, status, contentType, body) => {
      const stream = readChatStream(response)
      expect(await stream.outcome).toMatchObject({
        type: 'not-a-stream',
        status,
        contentType,
        body,
        text: '',
      })
      await expect(stream.final()).rejects.toMatchObject({ code: 'not-a-stream' })
    },
  )

  test('a content type with parameters and capital letters is that of a stream', async () => {
    const response = respond(whole, {
      headers: { 'content-type': 'Text/Event-Stream; charset=utf-8' },
    })
    expect(await readChatStream(response).text()).toBe('Hello')
  })

  test('a long page is cut, and its body closed', async () => {
    const body = createTestBody({ 'content-type': 'text/html' })
    const stream = readChatStream(body.response)
    for (let count = 0; count < 10; count += 1) body.write('é'.repeat(300))
    const outcome = await stream.outcome
    expect(outcome.type === 'not-a-stream' && outcome.body).toBe('é'.repeat(2100))
    expect(body.canceled()).toBeDefined()
  })

  test('a long page that arrives in one piece is cut too', async () => {
    const outcome = await readChatStream(new Response('x'.repeat(5000), { status: 404 })).outcome
    expect(outcome.type === 'not-a-stream' && outcome.body).toBe('x'.repeat(4096))
  })

  test('a page that stalls or breaks is reported with the received part', async () => {
    const timers = createFakeTimers()
    const body = createTestBody({ 'content-type': 'text/html' })
    const stalled = readChatStream(body.response, { schedule: timers.schedule })
    body.write('half')
    await settled()
    timers.advance(60_000)
    expect(await stalled.outcome).toMatchObject({ type: 'not-a-stream', body: 'half' })

    const brokenBody = createTestBody({ 'content-type': 'text/html' })
    const stream = readChatStream(brokenBody.response)
    brokenBody.write('half')
    await settled()
    brokenBody.fail(fault)
    expect(await stream.outcome).toMatchObject({ type: 'not-a-stream', body: 'half' })
  })
})

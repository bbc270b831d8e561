import { describe, expect, test } from 'vitest'
import {
  CHAT_STREAM_DONE,
  CHAT_STREAM_HEADERS,
  encodeChatChunk,
  readChatStream,
} from '../src/index.ts'
import { delta, finish, start } from './support/encoded-answer.ts'
import { createFakeTimers } from './support/fake-timers.ts'
import { event } from './support/parse-all.ts'
import { createTestBody, respond, settled } from './support/sources.ts'

const errorChunk = { type: 'error', errorText: 'The answer broke off.' }

test('the encoded events and the headers of a stream are exact', () => {
  expect(encodeChatChunk({ type: 'text-delta', id: '1', delta: 'a\n"b"\u2028' })).toBe(
    'data: {"type":"text-delta","id":"1","delta":"a\\n\\"b\\"\u2028"}\n\n',
  )
  expect(encodeChatChunk({ type: 'unknown', raw: { type: 'new', x: 1 } })).toBe(
    'data: {"type":"new","x":1}\n\n',
  )
  expect(CHAT_STREAM_DONE).toBe('data: [DONE]\n\n')
  expect(CHAT_STREAM_HEADERS).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-vercel-ai-ui-message-stream': 'v1',
    'x-accel-buffering': 'no',
  })
})

describe('a response to a browser', () => {
  test('has the headers of a stream, the given headers, and every chunk', async () => {
    const unknownEvent = event({ type: 'brand-new', x: [1] })
    const source = `: open\n\n${start}${delta('Hé')}data: broken\n\n${unknownEvent}${finish}data: [DONE]\n\n`
    const response = readChatStream(respond(source)).toResponse({
      headers: { 'x-request-id': 'req_1' },
    })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      ...CHAT_STREAM_HEADERS,
      'x-request-id': 'req_1',
    })
    expect(await response.text()).toBe(
      start + delta('Hé') + unknownEvent + finish + CHAT_STREAM_DONE,
    )
  })

  test('passes each chunk on as it arrives, and a comment for each comment of the server', async () => {
    const body = createTestBody()
    const reader = readChatStream(body.response).toResponse().body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    const writtenTexts: string[] = []
    for (const text of [start, delta('a'), ': ping\n\n', delta('b')]) {
      const nextText = next()
      await settled()
      body.write(text)
      writtenTexts.push(await nextText)
    }
    expect(writtenTexts).toEqual([start, delta('a'), ': keep-alive\n\n', delta('b')])
  })

  test.each([
    ['a cut', (body: ReturnType<typeof createTestBody>) => body.close()],
    ['a broken connection', (body: ReturnType<typeof createTestBody>) => body.fail(new Error('x'))],
  ])('reports %s as an error', async (_, fault) => {
    const body = createTestBody()
    const response = readChatStream(body.response).toResponse()
    body.write(start + delta('a'))
    await settled()
    fault(body)
    expect(await response.text()).toBe(start + delta('a') + event(errorChunk) + CHAT_STREAM_DONE)
  })

  test('reports a stall with the given text', async () => {
    const timers = createFakeTimers()
    const body = createTestBody()
    const response = readChatStream(body.response, { schedule: timers.schedule }).toResponse({
      errorText: 'Sorry.',
    })
    timers.advance(60_000)
    expect(await response.text()).toBe(
      event({ type: 'error', errorText: 'Sorry.' }) + CHAT_STREAM_DONE,
    )
  })

  test('reports an abort as an abort, and an error of the server only once', async () => {
    const control = new AbortController()
    const body = createTestBody()
    const response = readChatStream(body.response, { signal: control.signal }).toResponse()
    control.abort()
    expect(await response.text()).toBe(event({ type: 'abort' }) + CHAT_STREAM_DONE)
    for (const ending of [event({ type: 'abort' }), event({ type: 'error', errorText: 'No.' })])
      expect(
        await readChatStream(respond(start + ending))
          .toResponse()
          .text(),
      ).toBe(start + ending + CHAT_STREAM_DONE)
  })

  test('is a 502 without details when there is no stream', async () => {
    const upstream = new Response('secret stack trace', { status: 500 })
    const response = readChatStream(upstream).toResponse()
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toBe('The answer broke off.')
  })

  test('closes the body when the browser disconnects', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    const response = stream.toResponse()
    body.write(start)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel('gone')
    expect(body.canceled()).toEqual({ reason: 'gone' })
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'reader', reason: 'gone' })
  })

  test('reads at most 80 KB ahead of the browser', async () => {
    let pulls = 0
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1
          controller.enqueue(new TextEncoder().encode(delta('x'.repeat(20_000))))
        },
      },
      { highWaterMark: 0 },
    )
    const stream = readChatStream(source)
    const reader = stream.toResponse().body?.getReader()
    await settled()
    const pullsAhead = pulls
    await reader?.read()
    await settled()
    await settled()
    expect(pulls).toBeLessThanOrEqual(2 * pullsAhead)
    expect(pullsAhead).toBe(4)
    stream.cancel()
  })

  test('omits the chunks that a filter rejects', async () => {
    const tool = event({ type: 'tool-input-start', toolCallId: 'c', toolName: 'search' })
    const source = start + tool + delta('Hé') + finish + CHAT_STREAM_DONE
    const response = readChatStream(respond(source)).toResponse({
      filter: ({ type }) => !type.startsWith('tool-'),
    })
    expect(await response.text()).toBe(start + delta('Hé') + finish + CHAT_STREAM_DONE)
  })

  test('breaks off, and closes the body, when the filter throws', async () => {
    const body = createTestBody()
    const response = readChatStream(body.response).toResponse({
      filter: () => {
        throw new Error('mistake')
      },
    })
    body.write(start)
    await expect(response.text()).rejects.toThrow('mistake')
    expect(body.canceled()).toBeDefined()
  })
})

import { inspect } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { ChatStreamError, encodeChatChunk, readChatStream } from '../src/index.ts'
import { createTestBody, respond } from './support/sources.ts'

describe('a chat stream error', () => {
  test('is recognized by another copy of its class', async () => {
    vi.resetModules()
    const copy = await import('../src/index.ts')
    expect(copy.ChatStreamError).not.toBe(ChatStreamError)
    const error: unknown = new copy.ChatStreamError('stalled', 'Nothing came.')
    expect(error).toBeInstanceOf(ChatStreamError)
    expect(Object.getPrototypeOf(error)).not.toBe(ChatStreamError.prototype)
  })

  test('is distinguished from an object that only looks like one', () => {
    const alike = Object.assign(new Error('Nothing came.'), {
      name: 'ChatStreamError',
      code: 'stalled',
    })
    for (const value of [alike, new Error(), {}, null, undefined, 'stalled']) {
      expect(value instanceof ChatStreamError).toBe(false)
    }
  })

  test("of a user's subclass is an instance of both classes, and a plain one is not one of the subclass", () => {
    class Mine extends ChatStreamError {}
    expect(new Mine('stalled', '')).toBeInstanceOf(ChatStreamError)
    expect(new Mine('stalled', '')).toBeInstanceOf(Mine)
    expect(new ChatStreamError('stalled', '')).not.toBeInstanceOf(Mine)
  })

  test('does not print its brand', () => {
    expect(inspect(new ChatStreamError('stalled', ''))).not.toContain('Symbol(')
  })

  test('has its name, and shows it on the first line of its stack', () => {
    const error = new ChatStreamError('stalled', 'Nothing came.')
    expect([error.name, error.constructor.name]).toEqual(['ChatStreamError', 'ChatStreamError'])
    expect(error.stack).toMatch(/^ChatStreamError: Nothing came\.\n/)
  })

  test('as JSON has its details, but nothing from the conversation', async () => {
    const textEvent = encodeChatChunk({ type: 'text-delta', id: '1', delta: 'ada@example.com' })
    const error = await readChatStream(respond(textEvent))
      .final()
      .catch((caught) => caught)
    expect(error.outcome.text).toBe('ada@example.com')
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ChatStreamError',
      code: 'truncated',
      message: 'The stream ended in the middle of the answer.',
    })
  })

  test('can be extended by onFailure before it is thrown', async () => {
    const onFailure = (failure: ChatStreamError) => Object.assign(failure, { requestId: 'req_1' })
    for (const read of ['final', 'text'] as const) {
      const stream = readChatStream(respond(''), { onFailure })
      await expect(stream[read]()).rejects.toMatchObject({ requestId: 'req_1' })
    }
    const loop = async () => {
      for await (const _ of readChatStream(respond(''), { onFailure }));
    }
    await expect(loop()).rejects.toMatchObject({ requestId: 'req_1' })
  })

  test('is not made for a loop that canceled its stream, because the loop ends without an error', async () => {
    const failures: ChatStreamError[] = []
    const onFailure = (failure: ChatStreamError) => void failures.push(failure)
    const body = createTestBody()
    const stream = readChatStream(body.response, { onFailure })
    body.write('data: {"type":"start"}\n\n')
    for await (const _ of stream) stream.cancel()
    expect(failures).toEqual([])
  })
})

describe('the error of a request that was refused', () => {
  const problem = {
    type: 'https://doorkit.dev/errors#conflict',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: 'The session answers another message.',
    request_id: 'req_7',
  }
  const refusedAnswer = (body: unknown, status = 409) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return readChatStream(new Response(text, { status }))
      .final()
      .catch((caught) => caught)
  }

  test('by a problem document has the code, detail, status and request id of the document', async () => {
    const error = await refusedAnswer(problem)
    expect(error).toBeInstanceOf(ChatStreamError)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ChatStreamError',
      code: 'conflict',
      message: problem.detail,
      status: 409,
      requestId: 'req_7',
    })
    expect(error.outcome).toMatchObject({ type: 'not-a-stream', status: 409 })
  })

  test('by a long problem document has the code of the document', async () => {
    const detail = 'long '.repeat(500)
    expect(await refusedAnswer({ ...problem, detail })).toMatchObject({ code: 'conflict' })
  })

  test.each([{ secret: 1 }, 7, 'a\nb'])(
    'has no request id if the id in the document is not one word: %j',
    async (request_id) => {
      expect(await refusedAnswer({ ...problem, request_id })).not.toHaveProperty('requestId')
    },
  )

  test('by a problem document with control characters has a message without them', async () => {
    const error = await refusedAnswer({ ...problem, detail: 'a\u001b[2J\nb' })
    expect(error.message).toBe('a [2J b')
  })

  test.each([
    'Bad gateway',
    'null',
    '[]',
    { code: 'conflict' },
    { detail: 'No code.' },
    { code: 7, detail: {} },
    { code: 'conflict\n[INFO] all is well', detail: 'It has no word as its code.' },
    { code: 'x'.repeat(101), detail: 'It has no word as its code.' },
  ])('by anything else has the code not-a-stream, and the status: %j', async (body) => {
    expect(await refusedAnswer(body, 502)).toMatchObject({
      code: 'not-a-stream',
      status: 502,
      message: expect.stringContaining('status 502'),
    })
  })
})

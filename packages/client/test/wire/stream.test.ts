import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import { type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import { describe, expect, test } from 'vitest'
import { ChatStreamError, ResponseError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import {
  clientOf,
  hang,
  json,
  page,
  type Reply,
  refusal,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const beginning: ChatChunk[] = [
  { type: 'start', messageId: 'msg_1' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Hel' },
]
const answer: ChatChunk[] = [
  ...beginning,
  { type: 'text-delta', id: 't', delta: 'lo' },
  { type: 'text-end', id: 't' },
  { type: 'finish', finishReason: 'stop' },
]

/** Streams chunks; `end` says what happens then. */
function stream(chunks: ChatChunk[], end: 'done' | 'cut' | 'silence' = 'done'): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_5' })
    response.write(chunks.map(encodeChatChunk).join(''))
    if (end === 'done') response.end('data: [DONE]\n\n')
    if (end === 'cut') response.end()
  }
}

const message = { text: 'Hi' }

async function readAll(chunks: AsyncIterable<ChatChunk>, readChunks: ChatChunk[] = []) {
  for await (const chunk of chunks) readChunks.push(chunk)
  return readChunks
}

describe('a streamed answer', () => {
  test('arrives chunk by chunk from the call itself', async () => {
    let sendRest: () => void = () => {}
    const server = await startServer((response, request) => {
      stream(beginning, 'silence')(response, request)
      const rest = answer.slice(beginning.length).map(encodeChatChunk).join('')
      sendRest = () => void response.end(`${rest}data: [DONE]\n\n`)
    })
    const readChunks: ChatChunk[] = []
    for await (const chunk of clientOf(server).chatSessions.stream('chs_1', message)) {
      if (readChunks.push(chunk) === beginning.length) sendRest()
    }
    expect(readChunks).toEqual(answer)
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/chat/sessions/chs_1/messages',
      body: '{"text":"Hi","stream":true}',
      headers: { accept: 'text/event-stream, application/json' },
    })
    expect(server.seen[0]?.headers['idempotency-key']).toBeTypeOf('string')
  })

  test('has its text, outcome and meta if it is awaited', async () => {
    const server = await startServer(stream(answer))
    const call = clientOf(server).chatSessions.stream('chs_1', message)
    const { data, meta } = await call.withMeta()
    expect(await data.text()).toBe('Hello')
    expect(await (await call).outcome).toMatchObject({ type: 'complete', finishReason: 'stop' })
    expect(meta).toMatchObject({ requestId: 'req_5', status: 200, attempts: 1 })
    expect(server.seen).toHaveLength(1)
  })

  test('is requested again, with the same idempotency key, until it begins', async () => {
    const server = await startServer(page(502), stream(answer))
    const client = clientOf(server, { clock: createTestClock() })
    expect(await readAll(client.chatSessions.stream('chs_1', message))).toEqual(answer)
    const [first, second] = server.seen
    expect(second).toEqual(first)
  })

  test('that is refused rejects like every call', async () => {
    const server = await startServer(refusal(403, 'feature_disabled'))
    const call = clientOf(server).chatSessions.stream('chs_1', message)
    expect(await failureOf(call)).toMatchObject({ code: 'feature_disabled', status: 403 })
    expect(await failureOf(readAll(call))).toMatchObject({ operation: 'chatSessions.stream' })
  })

  test('that turns out to be JSON ends in a ResponseError', async () => {
    const server = await startServer(json({ object: 'chat_reply' }))
    const error = await failureOf(clientOf(server).chatSessions.stream('chs_1', message))
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({ code: 'response_unexpected', status: 200 })
  })

  test.each([
    ['text/event-stream', true],
    ['Text/Event-Stream ; charset=utf-8', true],
    ['text/event-streams', false],
    ['text/plain; text/event-stream', false],
  ])('is recognized by its content type %s: %s', async (type, isStream) => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': type }).end('data: [DONE]\n\n')
    })
    const { ok } = await clientOf(server).chatSessions.stream('chs_1', message).safe()
    expect(ok).toBe(isStream)
  })

  test('leaves no timer behind', async () => {
    const clock = createTestClock()
    const server = await startServer(stream(answer))
    await readAll(clientOf(server, { clock }).chatSessions.stream('chs_1', message))
    expect(clock.limits).toContain(30_000)
    expect(clock.pending()).toBe(0)
  })
})

describe('a broken stream', () => {
  test('yields everything that arrived, and then an error', async () => {
    const server = await startServer(stream(beginning, 'cut'))
    const readChunks: ChatChunk[] = []
    const error = await failureOf(
      readAll(clientOf(server).chatSessions.stream('chs_1', message), readChunks),
    )
    expect(error).toBeInstanceOf(ChatStreamError)
    expect(error).toMatchObject({ code: 'truncated' })
    expect(readChunks).toEqual(beginning)
    expect(server.seen).toHaveLength(1)
  })

  test('has an error that names the call, the host and the caller', async () => {
    const server = await startServer(stream(beginning, 'cut'))
    const call = clientOf(server).chatSessions.stream('chs_1', message)
    const error = (await failureOf(call.then((answer) => answer.final()))) as ChatStreamError
    const text =
      'chatSessions.stream chs_1: The stream ended in the middle of the answer. (truncated, req_5)'
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ChatStreamError',
      code: 'truncated',
      message: text,
      operation: 'chatSessions.stream',
      host: `${server.origin.slice('http://'.length)}/v1`,
      requestId: 'req_5',
    })
    const [first, ...frames] = String(error.stack).split('\n')
    expect(first).toBe(`ChatStreamError: ${text}`)
    expect(frames.join()).toContain('stream.test.ts')
    expect(inspect(error)).not.toContain('Hel')
  })

  test('has an error with the cause of the break and the name of the call', async () => {
    const server = await startServer((response, request) => {
      stream(beginning, 'silence')(response, request)
      setImmediate(() => response.destroy())
    })
    const call = clientOf(server).chatSessions.stream('chs_1', message)
    const error = (await failureOf(readAll(call))) as ChatStreamError
    expect(error).toMatchObject({ code: 'connection-lost', operation: 'chatSessions.stream' })
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('that falls silent ends after half a minute by default', async () => {
    const clock = createTestClock()
    const server = await startServer(stream(beginning, 'silence'))
    const call = clientOf(server, { clock }).chatSessions.stream('chs_1', message)
    const failure = failureOf(
      (async () => {
        for await (const { type } of call) if (type === 'text-delta') setImmediate(clock.expire)
      })(),
    )
    expect(await failure).toMatchObject({ code: 'stalled' })
    expect(new Set(clock.limits)).toEqual(new Set([60_000, 30_000]))
  })

  const settings = [
    ['client', { idleTimeout: 4_321 }, {}],
    ['call', { idleTimeout: 1 }, { idleTimeout: 4_321 }],
  ] as const
  test.each(settings)(
    'that falls silent ends after the idleTimeout of the %s',
    async (_name, clientOptions, callOptions) => {
      const clock = createTestClock()
      const server = await startServer(stream(beginning, 'silence'))
      const client = clientOf(server, { clock, ...clientOptions })
      const readChunks: ChatChunk[] = []
      const failure = failureOf(
        (async () => {
          for await (const chunk of client.chatSessions.stream('chs_1', message, callOptions)) {
            if (readChunks.push(chunk) === beginning.length) setImmediate(clock.expire)
          }
        })(),
      )
      expect(await failure).toMatchObject({ code: 'stalled' })
      expect(readChunks).toEqual(beginning)
      expect(new Set(clock.limits)).toEqual(new Set([60_000, 4_321]))
      expect(clock.pending()).toBe(0)
    },
  )

  test('that the caller aborts throws an error with the reason as cause, and leaves no listener', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const reason = new Error('the user left')
    const server = await startServer(stream(beginning, 'silence'))
    const call = clientOf(server).chatSessions.stream('chs_1', message, { signal })
    const readChunks: ChatChunk[] = []
    const failure = failureOf(
      (async () => {
        for await (const chunk of call) {
          if (readChunks.push(chunk) === beginning.length)
            setImmediate(() => controller.abort(reason))
        }
      })(),
    )
    expect(await failure).toMatchObject({ code: 'aborted', cause: reason })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('that never begins ends in a timeout after a minute', async () => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const client = clientOf(server, { clock, maxRetries: 0 })
    const failure = failureOf(readAll(client.chatSessions.stream('chs_1', message)))
    await server.arrived(1)
    clock.expire()
    expect(await failure).toMatchObject({ code: 'attempt_timeout' })
    expect(clock.limits).toEqual([60_000])
  })
})

test('leaving the loop closes the connection', async () => {
  let closed: () => void = () => {}
  const connectionClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const server = await startServer((response, request) => {
    response.on('close', closed)
    stream(beginning, 'silence')(response, request)
  })
  for await (const chunk of clientOf(server).chatSessions.stream('chs_1', message)) {
    expect(chunk.type).toBe('start')
    break
  }
  await connectionClosed
})

import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../src/index.ts'
import { ChatStreamError, readChatStream } from '../src/index.ts'
import { event } from './support/parse-all.ts'
import { createTestBody, respond } from './support/sources.ts'

const delta = (text: string) => event({ type: 'text-delta', id: '1', delta: text })
const start = event({ type: 'start', messageId: 'm1' }) + event({ type: 'text-start', id: '1' })
const end = `${event({ type: 'text-end', id: '1' })}${event({ type: 'finish', finishReason: 'stop' })}data: [DONE]\n\n`
const whole = start + delta('Hel') + delta('lo') + end

const collect = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('a stream can be read as', () => {
  test('chunks', async () => {
    const chunks = await collect(readChatStream(respond(whole)))
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish',
    ])
  })

  test('text deltas', async () => {
    expect(await collect(readChatStream(respond(whole)).textDeltas())).toEqual(['Hel', 'lo'])
  })

  test('snapshots, the newest one each time, the last one whole', async () => {
    const body = createTestBody()
    const snapshots = readChatStream(body.stream).snapshots()
    const texts: unknown[] = []
    for (const text of [start, delta('Hel'), ': comment\n\n', delta('l') + delta('o'), end]) {
      body.write(text)
      if (text.startsWith(':')) continue
      const { value } = await snapshots.next()
      texts.push((value as ChatMessage).parts.map((part) => 'text' in part && part.text))
    }
    expect(texts).toEqual([[''], ['Hel'], ['Hello'], ['Hello']])
    expect(await snapshots.next()).toEqual({ value: undefined, done: true })
  })

  test('snapshots of a long message, which keep their content when several parts change', async () => {
    const data = (from: number, to: number, value: string) =>
      Array.from({ length: to - from }, (_, index) =>
        event({ type: 'data-x', id: `${from + index}`, data: value }),
      ).join('')
    const pieces = [
      data(0, 300, 'one') + event({ type: 'start-step' }) + data(300, 310, 'one'),
      data(5, 8, 'two') + event({ type: 'reset-step' }) + data(400, 420, 'two'),
      data(410, 415, 'three') + data(6, 9, 'three'),
    ]
    const body = createTestBody()
    const snapshots = readChatStream(body.stream).snapshots()
    const messages: ChatMessage[] = []
    for (const piece of pieces) {
      body.write(piece)
      messages.push((await snapshots.next()).value)
    }
    for (const [index, { parts }] of messages.entries()) {
      const received = respond(pieces.slice(0, index + 1).join(''))
      expect(parts).toEqual((await readChatStream(received).outcome).message.parts)
    }
  })

  test('the whole text, the whole message, or the outcome, without a loop', async () => {
    expect(await readChatStream(respond(whole)).text()).toBe('Hello')
    expect(await readChatStream(respond(whole)).final()).toEqual({
      id: 'm1',
      role: 'assistant',
      parts: [{ type: 'text', text: 'Hello', state: 'done' }],
    })
    expect(await readChatStream(respond(whole)).outcome).toMatchObject({
      type: 'complete',
      chunkCount: 6,
      byteCount: whole.length,
      finishReason: 'stop',
    })
  })

  test('text, if its body consists of strings', async () => {
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const piece of whole.match(/.{1,7}/gs) ?? []) controller.enqueue(piece)
        controller.close()
      },
    })
    expect(await readChatStream(stream).text()).toBe('Hello')
  })

  test('text deltas, and then as the outcome, the text and the message', async () => {
    const stream = readChatStream(respond(whole))
    const { outcome } = stream
    expect(await collect(stream.textDeltas())).toEqual(['Hel', 'lo'])
    expect((await outcome).type).toBe('complete')
    expect(await stream.text()).toBe('Hello')
    expect((await stream.final()).id).toBe('m1')
  })

  test('the outcome, and then as all text deltas', async () => {
    const stream = readChatStream(respond(whole))
    await stream.outcome
    expect(await collect(stream.textDeltas())).toEqual(['Hel', 'lo'])
  })
})

describe('reading a stream', () => {
  test('is possible for only one reader', async () => {
    const stream = readChatStream(respond(whole))
    await collect(stream)
    for (const readAgain of [
      () => stream[Symbol.asyncIterator](),
      stream.textDeltas,
      stream.snapshots,
      stream.toResponse,
    ])
      expect(readAgain).toThrow(expect.objectContaining({ code: 'already-read' }))
  })

  test('refuses a locked body', () => {
    const response = respond(whole)
    response.body?.getReader()
    expect(() => readChatStream(response)).toThrow(ChatStreamError)
    expect(() => readChatStream(response)).toThrow(
      expect.objectContaining({ code: 'already-read' }),
    )
  })

  test('answers concurrent calls of next in order', async () => {
    const deltas = readChatStream(respond(whole)).textDeltas()
    const results = await Promise.all([deltas.next(), deltas.next(), deltas.next(), deltas.next()])
    expect(results.map(({ value }) => value)).toEqual(['Hel', 'lo', undefined, undefined])
    expect(results.map(({ done }) => done)).toEqual([false, false, true, true])
  })

  test('does not let a later call of next overtake an earlier one', async () => {
    const deltas = readChatStream(respond(whole)).textDeltas()
    const order: unknown[] = []
    const first = deltas.next()
    const second = deltas.next().then(({ value }) => order.push(value))
    const third = first.then(() => deltas.next()).then(({ done }) => order.push(done))
    await Promise.all([second, third])
    expect(order).toEqual(['lo', true])
  })
})

describe('leaving a loop', () => {
  test('closes the body, and the outcome says so', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    body.write(whole.slice(0, -20))
    for await (const text of stream.textDeltas()) {
      expect(text).toBe('Hel')
      break
    }
    expect(body.canceled()).toBeDefined()
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'reader', text: 'Hello' })
    await expect(stream.final()).rejects.toMatchObject({ code: 'aborted' })
  })

  test('by an exception closes the body too', async () => {
    const body = createTestBody()
    body.write(start)
    const loop = async () => {
      for await (const _ of readChatStream(body.response)) throw new Error('mine')
    }
    await expect(loop()).rejects.toThrow('mine')
    expect(body.canceled()).toBeDefined()
  })

  test('cancel ends a waiting loop without an error, and passes its reason to the body', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    body.write(start + delta('Hel'))
    const deltas = stream.textDeltas()
    expect(await deltas.next()).toEqual({ value: 'Hel', done: false })
    const nextDelta = deltas.next()
    stream.cancel('enough')
    expect(await nextDelta).toEqual({ value: undefined, done: true })
    expect(body.canceled()).toEqual({ reason: 'enough' })
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'reader', reason: 'enough' })
  })

  test('cancel after the end changes nothing', async () => {
    const stream = readChatStream(respond(whole))
    await stream.outcome
    stream.cancel()
    expect(await stream.outcome).toMatchObject({ type: 'complete' })
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ChatMessage, KnownChatChunk } from '../src/index.ts'
import { createMessageReducer } from '../src/index.ts'
import { inputDelta, inputStart, reduce, textChunks } from './support/reduce.ts'

describe('snapshots', () => {
  test('a new message is empty, and is the same object until a chunk changes it', () => {
    const reducer = createMessageReducer()
    const emptyMessage = reducer.message
    expect(emptyMessage).toEqual({ id: '', role: 'assistant', parts: [] })
    expect(reducer.push({ type: 'finish-step' })).toBe(emptyMessage)
    expect(reducer.push({ type: 'abort' })).toBe(emptyMessage)
    expect(reducer.push({ type: 'error', errorText: 'x' })).toBe(emptyMessage)
    expect(reducer.push({ type: 'unknown', raw: { type: 'x' } })).toBe(emptyMessage)
    expect(reducer.push({ type: 'data-x', data: 1, transient: true })).toBe(emptyMessage)
    expect(reducer.push({ type: 'finish', finishReason: 'stop' })).toBe(emptyMessage)
    const namedMessage = reducer.push({ type: 'start', messageId: 'm1' })
    expect(namedMessage).not.toBe(emptyMessage)
    expect(namedMessage.id).toBe('m1')
    expect(emptyMessage.id).toBe('')
  })

  test('a reset of an empty step returns the same object', () => {
    const reducer = createMessageReducer()
    for (const chunk of textChunks('1', 'One')) reducer.push(chunk)
    const message = reducer.push({ type: 'start-step' })
    expect(reducer.push({ type: 'reset-step' })).toBe(message)
  })

  test('unchanged parts are the same objects, changed ones are new', () => {
    const reducer = createMessageReducer()
    for (const chunk of textChunks('1', 'One')) reducer.push(chunk)
    reducer.push({ type: 'text-start', id: '2' })
    const messageBefore = reducer.message
    const messageAfter = reducer.push({ type: 'text-delta', id: '2', delta: 'Two' })
    expect(messageAfter.parts).not.toBe(messageBefore.parts)
    expect(messageAfter.parts[0]).toBe(messageBefore.parts[0])
    expect(messageAfter.parts[1]).not.toBe(messageBefore.parts[1])
    expect(messageBefore.parts[1]).toMatchObject({ text: '' })
    expect(messageAfter.parts[1]).toMatchObject({ text: 'Two' })
    expect(messageAfter.parts).toBe(messageAfter.parts)
  })

  test('a message of few parts is plain data, a long one becomes plain data when it is read', () => {
    const reducer = createMessageReducer()
    const isPlain = () =>
      'value' in (Object.getOwnPropertyDescriptor(reducer.message, 'parts') ?? {})
    reducer.push({ type: 'start-step' })
    expect(isPlain()).toBe(true)
    for (let count = 0; count < 300; count += 1) reducer.push({ type: 'start-step' })
    expect(isPlain()).toBe(false)
    expect(reducer.message.parts).toHaveLength(301)
    expect(isPlain()).toBe(true)
  })

  test('a long message can be spread, cloned, serialized, frozen and written to before it is read', () => {
    const reducer = createMessageReducer()
    const next = () => {
      for (let count = 0; count < 300; count += 1) reducer.push({ type: 'start-step' })
      return reducer.message
    }
    expect({ ...next() }.parts).toHaveLength(300)
    expect(structuredClone(next()).parts).toHaveLength(600)
    expect(JSON.parse(JSON.stringify(next())).parts).toHaveLength(900)
    const frozen = Object.freeze(next())
    expect(frozen.parts).toHaveLength(1200)
    expect(frozen.parts).toBe(frozen.parts)
    const written = next()
    written.parts = []
    expect(written.parts).toEqual([])
    expect(next().parts).toHaveLength(1800)
  })

  test('every snapshot of a long message keeps its content, whenever it is read', () => {
    const chunks: KnownChatChunk[] = [{ type: 'start', messageId: 'm' }]
    for (let step = 0; step < 40; step += 1) {
      chunks.push({ type: 'start-step' })
      for (let part = 0; part < 20; part += 1)
        chunks.push(...textChunks(`${step}-${part}`, 'a', 'b'), {
          type: 'data-x',
          id: `${part}`,
          data: step,
        })
      if (step % 3 === 0) chunks.push({ type: 'reset-step' })
    }
    const reducer = createMessageReducer()
    const snapshots = chunks.map((chunk) => reducer.push(chunk))
    const other = createMessageReducer()
    let longest = 0
    const digestOf = ({ parts, ...rest }: ChatMessage) => {
      longest = Math.max(longest, parts.length)
      return createHash('sha1')
        .update(JSON.stringify([rest, parts]))
        .digest('hex')
    }
    const digests = chunks.map((chunk) => digestOf(other.push(chunk)))
    expect(longest).toBeGreaterThan(512)
    for (const index of [5, 2000, 900, 901, 899, snapshots.length - 1, 0, 1500]) {
      expect(digestOf(snapshots[index] as ChatMessage)).toBe(digests[index])
    }
    expect(snapshots.toReversed().map(digestOf)).toEqual(digests.toReversed())
  })
})

describe('chunks that refer to a missing or ended part', () => {
  test('a delta without its start opens the part, so that no text is lost', () => {
    const { message, codes } = reduce([
      { type: 'text-delta', id: '1', delta: 'Hel' },
      { type: 'text-delta', id: '1', delta: 'lo' },
      { type: 'reasoning-delta', id: '1', delta: 'Hm' },
    ])
    expect(message.parts).toEqual([
      { type: 'text', text: 'Hello', state: 'streaming' },
      { type: 'reasoning', id: '1', text: 'Hm', state: 'streaming' },
    ])
    expect(codes).toEqual(['orphan-chunk', 'orphan-chunk'])
  })

  test('a delta after the end of its part starts a new one', () => {
    const { message } = reduce([
      ...textChunks('1', 'a'),
      { type: 'text-delta', id: '1', delta: 'b' },
    ])
    expect(message.parts).toMatchObject([
      { text: 'a', state: 'done' },
      { text: 'b', state: 'streaming' },
    ])
  })

  test('all other chunks are reported and ignored', () => {
    const chunks: KnownChatChunk[] = [
      { type: 'text-end', id: 'x' },
      { type: 'reasoning-end', id: 'x' },
      inputDelta('{}'),
      { type: 'tool-output-available', toolCallId: 'x', output: 1 },
      { type: 'tool-output-error', toolCallId: 'x', errorText: 'x' },
      { type: 'tool-output-denied', toolCallId: 'x' },
      { type: 'tool-approval-request', toolCallId: 'x', approvalId: 'a' },
      { type: 'tool-approval-response', approvalId: 'a', approved: true },
    ]
    const { message, codes } = reduce(chunks)
    expect(message.parts).toEqual([])
    expect(codes).toEqual(chunks.map(() => 'orphan-chunk'))
  })

  test('an input delta after the complete input is ignored', () => {
    const available: KnownChatChunk = {
      type: 'tool-input-available',
      toolCallId: 'c1',
      toolName: 'a',
      input: 1,
    }
    const { message, codes } = reduce([inputStart, available, inputDelta('2')])
    expect(message.parts).toMatchObject([{ state: 'input-available', input: 1 }])
    expect(codes).toEqual(['orphan-chunk'])
  })

  test('an input delta after the result is ignored, and the result stays', () => {
    const result: KnownChatChunk = { type: 'tool-output-available', toolCallId: 'c1', output: 1 }
    const { message, codes } = reduce([inputStart, inputDelta('{"a'), result, inputDelta('":2}')])
    expect(message.parts).toMatchObject([{ state: 'output-available', output: 1 }])
    expect(codes).toEqual(['orphan-chunk'])
  })

  test('an output for a call of a step that was reset is ignored, and a data part of the step is added again', () => {
    const { message, codes } = reduce([
      { type: 'data-a', id: 'old', data: 1 },
      { type: 'start-step' },
      inputStart,
      { type: 'data-a', id: 'd', data: 1 },
      { type: 'reset-step' },
      ...textChunks('1', 'x', 'y'),
      { type: 'tool-output-available', toolCallId: 'c1', output: 1 },
      { type: 'data-a', id: 'd', data: 2 },
      { type: 'data-a', id: 'old', data: 2 },
    ])
    expect(message.parts).toMatchObject([
      { type: 'data-a', id: 'old', data: 2 },
      { type: 'step-start' },
      { type: 'text', text: 'xy' },
      { type: 'data-a', id: 'd', data: 2 },
    ])
    expect(codes).toEqual(['orphan-chunk'])
  })
})

describe('after a reset of the step', () => {
  test('a delta of a removed part opens a new one, and is reported', () => {
    const { message, codes } = reduce([
      { type: 'start-step' },
      { type: 'text-start', id: '1' },
      { type: 'reset-step' },
      { type: 'text-delta', id: '1', delta: 'x' },
    ])
    expect(message.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'x' }])
    expect(codes).toEqual(['orphan-chunk'])
  })

  test('a new data part at the same index is not taken for the old one', () => {
    const { message } = reduce([
      { type: 'start-step' },
      { type: 'data-a', id: 'old', data: 1 },
      { type: 'reset-step' },
      { type: 'data-a', id: 'new', data: 2 },
      { type: 'data-a', id: 'old', data: 3 },
    ])
    expect(message.parts).toMatchObject([{}, { id: 'new', data: 2 }, { id: 'old', data: 3 }])
  })
})

describe('metadata', () => {
  test('is merged deeply, with arrays and values replaced and no input changed', () => {
    const first = { a: { b: 1, c: [1, 2] }, d: null }
    const second = { a: { b: 2, c: [3], e: { f: 1 } }, d: { g: 1 } }
    const { message } = reduce([
      { type: 'start', messageMetadata: first },
      { type: 'message-metadata', messageMetadata: second },
      { type: 'finish', messageMetadata: null },
    ])
    expect(message.metadata).toEqual({ a: { b: 2, c: [3], e: { f: 1 } }, d: { g: 1 } })
    expect(first).toEqual({ a: { b: 1, c: [1, 2] }, d: null })
    expect(second.a.b).toBe(2)
  })

  test('cannot reach a prototype', () => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":{"x":1}}',
    )
    const { message } = reduce([
      { type: 'start', messageMetadata: { a: 1 } },
      { type: 'message-metadata', messageMetadata: evil },
    ])
    expect(message.metadata).toEqual({ a: 1, toString: { x: 1 } })
    expect({}).not.toHaveProperty('polluted')
    expect(Object.prototype.toString).not.toHaveProperty('x')
  })
})

describe('the snapshots of a long message', () => {
  const longSnapshots = () => {
    const reducer = createMessageReducer()
    return Array.from({ length: 600 }, (_, index) =>
      reducer.push({ type: 'source-url', sourceId: `${index}`, url: 'https://a.example' }),
    ).slice(-2)
  }

  // With its own accessors, each snapshot would stay in memory until the next full garbage
  // collection.
  test('share their accessors', () => {
    const [one, other] = longSnapshots().map((message) =>
      Object.getOwnPropertyDescriptor(message, 'parts'),
    )
    expect(one?.get).toBeTypeOf('function')
    expect(one?.get).toBe(other?.get)
  })

  // The proxies of Vue also wrap every object that they return.
  const reactive = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, name, receiver) {
        const value = Reflect.get(object, name, receiver)
        return typeof value === 'object' && value !== null ? reactive(value) : value
      },
    })

  test('have their parts through a reactive proxy, and when they are frozen', () => {
    const [one, other] = longSnapshots() as [ChatMessage, ChatMessage]
    expect(reactive(one).parts).toHaveLength(599)
    expect(Object.freeze(other).parts).toHaveLength(600)
    expect(other.parts).toBe(other.parts)
    expect(Object.keys(one)).toEqual(Object.keys(other))
  })
})

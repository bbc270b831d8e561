import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { describe, expect, test } from 'vitest'
import type { ChatChunk, ChatMessage, KnownChatChunk } from '../src/index.ts'
import { createMessageReducer } from '../src/index.ts'

const reduce = (chunks: readonly ChatChunk[], message?: ChatMessage) => {
  const codes: string[] = []
  const reducer = createMessageReducer({ message, onProblem: ({ code }) => codes.push(code) })
  for (const chunk of chunks) reducer.push(chunk)
  return { message: reducer.message, codes }
}

const textChunks = (id: string, ...deltas: string[]): KnownChatChunk[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta', id, delta }) as const),
  { type: 'text-end', id },
]

const inputStart: KnownChatChunk = {
  type: 'tool-input-start',
  toolCallId: 'c1',
  toolName: 'search',
}
const inputDelta = (inputTextDelta: string): KnownChatChunk => ({
  type: 'tool-input-delta',
  toolCallId: 'c1',
  inputTextDelta,
})

describe('snapshots', () => {
  test('a new message is empty, and is the same object until a chunk changes it', () => {
    const reducer = createMessageReducer()
    const empty = reducer.message
    expect(empty).toEqual({ id: '', role: 'assistant', parts: [] })
    expect(reducer.push({ type: 'finish-step' })).toBe(empty)
    expect(reducer.push({ type: 'abort' })).toBe(empty)
    expect(reducer.push({ type: 'error', errorText: 'x' })).toBe(empty)
    expect(reducer.push({ type: 'unknown', raw: { type: 'x' } })).toBe(empty)
    expect(reducer.push({ type: 'data-x', data: 1, transient: true })).toBe(empty)
    expect(reducer.push({ type: 'finish', finishReason: 'stop' })).toBe(empty)
    const named = reducer.push({ type: 'start', messageId: 'm1' })
    expect(named).not.toBe(empty)
    expect(named.id).toBe('m1')
    expect(empty.id).toBe('')
  })

  test('parts that did not change are the same objects, what changed is new', () => {
    const reducer = createMessageReducer()
    for (const chunk of textChunks('1', 'One')) reducer.push(chunk)
    reducer.push({ type: 'text-start', id: '2' })
    const before = reducer.message
    const after = reducer.push({ type: 'text-delta', id: '2', delta: 'Two' })
    expect(after.parts).not.toBe(before.parts)
    expect(after.parts[0]).toBe(before.parts[0])
    expect(after.parts[1]).not.toBe(before.parts[1])
    expect(before.parts[1]).toMatchObject({ text: '' })
    expect(after.parts[1]).toMatchObject({ text: 'Two' })
    expect(after.parts).toBe(after.parts)
  })

  test('a message of few parts is plain data, a long one becomes so when it is read', () => {
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

  test('a long message can be spread, cloned, serialised, frozen and written to before it is read', () => {
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

  test('every snapshot of a long message is still what it was, whenever it is read', () => {
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
    const lazily = createMessageReducer()
    const kept = chunks.map((chunk) => lazily.push(chunk))
    const atOnce = createMessageReducer()
    const copies = chunks.map((chunk) => structuredClone(atOnce.push(chunk)))
    expect(Math.max(...copies.map(({ parts }) => parts.length))).toBeGreaterThan(512)
    let read = 0
    for (const index of [5, 2000, 900, 901, 899, kept.length - 1, 0, 1500]) {
      expect(kept[index]).toEqual(copies[index])
      read += 1
    }
    expect(kept.toReversed()).toEqual(copies.toReversed())
    expect(read).toBe(8)
  })
})

describe('tool input that streams', () => {
  test('short input is plain data, long input is parsed when it is read', () => {
    const reducer = createMessageReducer()
    reducer.push(inputStart)
    const short = reducer.push(inputDelta('{"q":"ab')).parts[0]
    expect(Object.getOwnPropertyDescriptor(short, 'input')?.value).toEqual({ q: 'ab' })
    const long = reducer.push(inputDelta('x'.repeat(1000))).parts[0]
    expect(Object.getOwnPropertyDescriptor(long, 'input')?.get).toBeDefined()
    expect(long).toMatchObject({ input: { q: `ab${'x'.repeat(1000)}` }, state: 'input-streaming' })
  })

  test('the input of an older snapshot is that of its time', () => {
    const reducer = createMessageReducer()
    reducer.push(inputStart)
    const kept = ['{"q":"', 'a'.repeat(600), '","n":[1', ',2', '3]}'].map((piece) =>
      reducer.push(inputDelta(piece)),
    )
    reducer.push({ type: 'tool-input-available', toolCallId: 'c1', toolName: 'search', input: 1 })
    const inputs = kept.map(({ parts: [part] }) => part && 'input' in part && part.input)
    const q = 'a'.repeat(600)
    expect(inputs).toEqual([{ q: '' }, { q }, { q, n: [1] }, { q, n: [1, 2] }, { q, n: [1, 23] }])
    expect(reducer.message.parts).toEqual([
      { type: 'tool-search', toolCallId: 'c1', state: 'input-available', input: 1 },
    ])
  })

  test('text input is the text itself, in an encoding nobody knows too', () => {
    for (const inputEncoding of ['text', 'cbor']) {
      const { message } = reduce([
        { ...inputStart, inputEncoding } as ChatChunk,
        inputDelta('{"a'),
        inputDelta('b'),
      ])
      expect(message.parts).toEqual([
        {
          type: 'tool-search',
          toolCallId: 'c1',
          state: 'input-streaming',
          inputEncoding: 'text',
          rawInput: '{"ab',
          input: '{"ab',
        },
      ])
    }
  })
})

describe('chunks that refer to nothing', () => {
  test('a delta without its start opens the part, so that no word is lost', () => {
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

  test('a delta after the end of its part begins a new one', () => {
    const { message } = reduce([
      ...textChunks('1', 'a'),
      { type: 'text-delta', id: '1', delta: 'b' },
    ])
    expect(message.parts).toMatchObject([
      { text: 'a', state: 'done' },
      { text: 'b', state: 'streaming' },
    ])
  })

  test('the others are told and passed over', () => {
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

  test('an input delta after the input was complete is one of them', () => {
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

  test('what stood in a step that was reset is no longer there', () => {
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

describe('metadata', () => {
  test('is merged deeply, arrays and values are replaced, nothing given is changed', () => {
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

describe('which message it is', () => {
  test('another id begins another message, the same id goes on', () => {
    const chunks: KnownChatChunk[] = [
      { type: 'start', messageId: 'm1', messageMetadata: { a: 1 } },
      ...textChunks('1', 'one'),
      { type: 'start', messageId: 'm1' },
      { type: 'start' },
    ]
    expect(reduce(chunks).message).toMatchObject({ id: 'm1', parts: [{ text: 'one' }] })
    const { message } = reduce([...chunks, { type: 'start', messageId: 'm2' }])
    expect(message).toEqual({ id: 'm2', role: 'assistant', parts: [] })
  })

  test('parts that came before the id are kept', () => {
    const { message } = reduce([...textChunks('1', 'early'), { type: 'start', messageId: 'm1' }])
    expect(message).toMatchObject({ id: 'm1', parts: [{ text: 'early' }] })
  })

  test('a given message is continued and not changed: tools, approvals, data, metadata, the open step', async () => {
    const given = reduce([
      { type: 'start', messageId: 'm1', messageMetadata: { a: 1 } },
      { type: 'data-x', id: 'd', data: 1 },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1' },
      { type: 'tool-input-start', toolCallId: 'c2', toolName: 'search' },
      { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: '{"q":"a' },
    ]).message
    const copy = structuredClone(given)
    const rest: KnownChatChunk[] = [
      { type: 'start', messageId: 'm1', messageMetadata: { b: 2 } },
      { type: 'tool-approval-response', approvalId: 'a1', approved: true },
      { type: 'tool-output-available', toolCallId: 'c1', output: 'paid' },
      { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: 'b"' },
      { type: 'data-x', id: 'd', data: 2 },
      { type: 'message-metadata', messageMetadata: { c: 3 } },
    ]
    const { message, codes } = reduce(rest, given)
    expect(codes).toEqual([])
    expect(given).toEqual(copy)
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of rest) controller.enqueue(chunk as UIMessageChunk)
        controller.close()
      },
    })
    let theirs: unknown
    for await (const next of readUIMessageStream({ message: structuredClone(copy), stream }))
      theirs = next
    expect(message).toEqual(theirs)
    expect(message.parts.map((part) => 'state' in part && part.state)).toEqual([
      false,
      false,
      'output-available',
      'input-streaming',
    ])
  })

  test('a reset takes back the open step of a given message', () => {
    const given = reduce([
      ...textChunks('1', 'kept'),
      { type: 'start-step' },
      ...textChunks('2', 'dropped'),
    ]).message
    expect(reduce([{ type: 'reset-step' }], given).message.parts).toMatchObject([
      { text: 'kept' },
      { type: 'step-start' },
    ])
    expect(given.parts).toHaveLength(3)
  })
})

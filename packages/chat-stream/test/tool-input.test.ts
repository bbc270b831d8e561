import { describe, expect, test } from 'vitest'
import type { ChatChunk, ChatMessage, KnownChatChunk } from '../src/index.ts'
import { createMessageReducer } from '../src/index.ts'
import { inputDelta, inputStart, reduce } from './support/reduce.ts'

describe('tool input that streams', () => {
  test('short input is plain data, long input is parsed when it is read', () => {
    const reducer = createMessageReducer()
    reducer.push(inputStart)
    const shortPart = reducer.push(inputDelta('{"q":"ab')).parts[0]
    expect(Object.getOwnPropertyDescriptor(shortPart, 'input')?.value).toEqual({ q: 'ab' })
    const longPart = reducer.push(inputDelta('x'.repeat(1000))).parts[0]
    expect(Object.getOwnPropertyDescriptor(longPart, 'input')?.get).toBeDefined()
    expect(longPart).toMatchObject({
      input: { q: `ab${'x'.repeat(1000)}` },
      state: 'input-streaming',
    })
  })

  test('an older snapshot keeps its input', () => {
    const reducer = createMessageReducer()
    reducer.push(inputStart)
    const snapshots = ['{"q":"', 'a'.repeat(600), '","n":[1', ',2', '3]}'].map((piece) =>
      reducer.push(inputDelta(piece)),
    )
    reducer.push({ type: 'tool-input-available', toolCallId: 'c1', toolName: 'search', input: 1 })
    const inputs = snapshots.map(({ parts: [part] }) => part && 'input' in part && part.input)
    const q = 'a'.repeat(600)
    expect(inputs).toEqual([{ q: '' }, { q }, { q, n: [1] }, { q, n: [1, 2] }, { q, n: [1, 23] }])
    expect(reducer.message.parts).toEqual([
      { type: 'tool-search', toolCallId: 'c1', state: 'input-available', input: 1 },
    ])
  })

  test('input that starts again starts from nothing', () => {
    const { message, codes } = reduce([
      inputStart,
      inputDelta('{"a":1'),
      inputStart,
      inputDelta('{"b":2'),
    ])
    expect(message.parts).toMatchObject([{ rawInput: '{"b":2', input: { b: 2 } }])
    expect(codes).toEqual([])
  })

  test('a failed output keeps the input text of a known tool, but not of a dynamic one', () => {
    for (const dynamic of [false, true]) {
      const { message } = reduce([
        { ...inputStart, dynamic } as KnownChatChunk,
        inputDelta('{"a":1}'),
        { type: 'tool-output-error', toolCallId: 'c1', errorText: 'no' },
      ])
      const [part] = message.parts
      expect(part).toMatchObject({ state: 'output-error', input: { a: 1 }, errorText: 'no' })
      expect('rawInput' in Object(part)).toBe(!dynamic)
    }
  })

  test('a failed input sets no title, and keeps the existing one', () => {
    const failure: KnownChatChunk = {
      type: 'tool-input-error',
      toolCallId: 'c1',
      toolName: 'search',
      title: 'of the error',
      input: 1,
      errorText: 'no',
    }
    expect(reduce([failure]).message.parts[0]).not.toHaveProperty('title')
    const titled = reduce([{ ...inputStart, title: 'Search' } as KnownChatChunk, failure])
    expect(titled.message.parts).toMatchObject([{ state: 'output-error', title: 'Search' }])
  })

  test('an id that is used again in another step is a new call', () => {
    const call: KnownChatChunk[] = [
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'search', input: 1 },
      { type: 'tool-output-available', toolCallId: 'c1', output: 2 },
    ]
    const { message } = reduce([...call, ...call.slice(0, 2)])
    expect(message.parts).toMatchObject([
      {},
      { state: 'output-available' },
      {},
      { state: 'input-available' },
    ])
  })

  test('a dynamic part stays dynamic', () => {
    const [part] = reduce([
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'gone', input: 1, dynamic: true },
    ]).message.parts
    const givenMessage: ChatMessage = {
      id: 'm',
      role: 'assistant',
      parts: [{ ...part, dynamic: false } as never],
    }
    const { message } = reduce(
      [{ type: 'tool-output-available', toolCallId: 'c1', output: 2 }],
      givenMessage,
    )
    expect(message.parts).toMatchObject([
      { type: 'dynamic-tool', toolName: 'gone', dynamic: false, output: 2 },
    ])
  })

  test('text input is the text itself, even in an unknown encoding', () => {
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

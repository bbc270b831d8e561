import { describe, expect, test } from 'vitest'
import type { KnownChatChunk } from '../src/index.ts'
import { firstChunks, laterChunks } from './support/continued-message.ts'
import { reduce, textChunks } from './support/reduce.ts'

describe('continuing a message', () => {
  test('a new id starts a new message, the same id continues it', () => {
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

  test('a new message does not continue the steps of the previous message', () => {
    const call = { toolCallId: 'c1', toolName: 'search' }
    const { message } = reduce([
      { type: 'start', messageId: 'm1' },
      { type: 'start-step' },
      { type: 'start', messageId: 'm2' },
      { type: 'tool-input-start', ...call },
      { type: 'tool-input-available', ...call, input: 1 },
    ])
    expect(message.parts).toMatchObject([{ toolCallId: 'c1', state: 'input-available' }])
  })

  test('parts before the id are kept', () => {
    const { message } = reduce([...textChunks('1', 'early'), { type: 'start', messageId: 'm1' }])
    expect(message).toMatchObject({ id: 'm1', parts: [{ text: 'early' }] })
  })

  test('a given message stays as it was, and its continuation has the later approval, output, input, data and metadata', () => {
    const givenMessage = reduce(firstChunks).message
    const copy = structuredClone(givenMessage)
    const { message, codes } = reduce(laterChunks, givenMessage)
    expect(codes).toEqual([])
    expect(givenMessage).toEqual(copy)
    expect(message.metadata).toEqual({ a: 1, b: 2, c: 3 })
    expect(message.parts[0]).toMatchObject({ type: 'data-x', data: 2 })
    expect(message.parts[2]).toMatchObject({
      approval: { id: 'a1', approved: true },
      output: 'paid',
    })
    expect(message.parts[3]).toMatchObject({ input: { q: 'ab' } })
    expect(message.parts.map((part) => 'state' in part && part.state)).toEqual([
      false,
      false,
      'output-available',
      'input-streaming',
    ])
  })

  test('a reset removes the open step of a given message', () => {
    const givenMessage = reduce([
      ...textChunks('1', 'kept'),
      { type: 'start-step' },
      ...textChunks('2', 'dropped'),
    ]).message
    expect(reduce([{ type: 'reset-step' }], givenMessage).message.parts).toMatchObject([
      { text: 'kept' },
      { type: 'step-start' },
    ])
    expect(givenMessage.parts).toHaveLength(3)
  })
})

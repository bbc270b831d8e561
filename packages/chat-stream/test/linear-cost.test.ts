import { expect, test } from 'vitest'
import type { ChatMessage, KnownChatChunk } from '../src/index.ts'
import { createChatParser, createMessageReducer, encodeChatChunk } from '../src/index.ts'
import { countWork } from './support/count-work.ts'

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

const delta = (text: string): KnownChatChunk => ({ type: 'text-delta', id: '1', delta: text })
const textStart: KnownChatChunk = { type: 'text-start', id: '1' }
const inputStart: KnownChatChunk = { type: 'tool-input-start', toolCallId: 'c', toolName: 't' }
const toInput = (json: string): KnownChatChunk[] => [
  inputStart,
  ...(json.match(/.{1,40}/gs) ?? []).map(
    (inputTextDelta) => ({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta }) as const,
  ),
]
const rows = (count: number) =>
  JSON.stringify(times(count, (index) => ({ index, name: 'row', tags: ['a'] })))

const streams: [string, (size: number) => KnownChatChunk[]][] = [
  ['text deltas', (size) => [textStart, ...times(size, () => delta('word '))]],
  [
    'parts',
    (size) =>
      times(size, (index) => ({
        type: 'source-url',
        sourceId: `${index}`,
        url: 'https://a.example',
      })),
  ],
  [
    'data parts with ids',
    (size) => times(size, (index) => ({ type: 'data-x', id: `${index % 500}`, data: index })),
  ],
  [
    'steps with parts',
    (size) => times(size, (index) => (index % 4 ? textStart : { type: 'start-step' })),
  ],
  [
    'steps that are reset',
    (size) => times(size, (index) => (index % 50 ? textStart : { type: 'reset-step' })),
  ],
  [
    'tool calls',
    (size) =>
      times(size, (index): KnownChatChunk[] => [
        { ...inputStart, toolCallId: `${index}` } as KnownChatChunk,
        { type: 'tool-input-available', toolCallId: `${index}`, toolName: 't', input: index },
        { type: 'tool-output-available', toolCallId: `${index}`, output: index },
      ]).flat(),
  ],
  [
    'text after a large tool output',
    (size) => [
      { type: 'tool-input-available', toolCallId: 'c', toolName: 't', input: 1 },
      { type: 'tool-output-available', toolCallId: 'c', output: times(size, (index) => index) },
      textStart,
      ...times(size, () => delta('word ')),
    ],
  ],
  ['tool input', (size) => toInput(rows(size))],
]

const reduceAll = (
  chunks: readonly KnownChatChunk[],
  look: (message: ChatMessage) => void = () => {},
) => {
  const reducer = createMessageReducer()
  for (const chunk of chunks) look(reducer.push(chunk))
  return reducer.message
}

test.each(streams)(
  'a stream of twice the size costs about twice the work at most: %s',
  (_, make) => {
    const smallInput = make(2000)
    const largeInput = make(4000)
    const work = countWork(() => reduceAll(smallInput))
    expect(work).toBeGreaterThan(smallInput.length / 4)
    // For up to 256 parts, the list is built again at each chunk, which is a bounded cost.
    expect(countWork(() => reduceAll(largeInput))).toBeLessThan(2.1 * work)
  },
)

test('twice the input text costs about twice the work at most when each snapshot is read', () => {
  const readMessage = (message: ChatMessage) => {
    const [part] = message.parts
    if (part && 'input' in part) void part.input
  }
  const make = (size: number) => toInput(JSON.stringify({ code: 'const a = 1;\n'.repeat(size) }))
  const work = countWork(() => reduceAll(make(2000), readMessage))
  expect(work).toBeGreaterThan(2000)
  expect(countWork(() => reduceAll(make(4000), readMessage))).toBeLessThan(2.1 * work)
})

test('twice the stream costs the parser about twice the work at most, whole or character by character', () => {
  const encode = (size: number) => times(size, () => encodeChatChunk(delta('wörd '))).join('')
  const parse = (pieces: readonly string[]) => {
    let count = 0
    const parser = createChatParser({
      onChunk: () => {
        count += 1
      },
    })
    for (const piece of pieces) parser.push(piece)
    return count
  }
  expect(parse([encode(500)])).toBe(500)
  for (const split of [(text: string) => [text], (text: string) => text.split('')]) {
    const [smallInput, largeInput] = [split(encode(500)), split(encode(1000))]
    const work = countWork(() => parse(smallInput))
    expect(work).toBeGreaterThan(500)
    expect(countWork(() => parse(largeInput))).toBeLessThan(2.1 * work)
  }
})

test('the count detects work that is not linear', () => {
  const copying = (size: number) => {
    let parts: number[] = []
    for (let index = 0; index < size; index += 1) parts = [...parts, index]
  }
  expect(countWork(() => copying(2000))).toBeGreaterThan(3.5 * countWork(() => copying(1000)))
})

import { describe, expect, test } from 'vitest'
import { type ChatStreamError, createChatParser } from '../src/index.ts'
import { event, parseAll } from './support/parse-all.ts'

const delta = (text: string) => ({ type: 'text-delta', id: '1', delta: text })
const hello = delta('Hello')

describe('the limit of an event', () => {
  const smallEvent = event(hello)
  const limit = smallEvent.length - 'data: \n\n'.length

  test('an event of exactly that size passes, whole or character by character', () => {
    for (const pieces of [[smallEvent], [...smallEvent]])
      expect(parseAll(pieces, { maxEventBytes: limit })).toMatchObject({
        chunks: [hello],
        codes: [],
      })
  })

  test('one byte more is too large, whole or character by character, and nothing after it is read', () => {
    const largeEvent = event(delta('Hello!'))
    for (const input of [smallEvent + largeEvent + smallEvent, smallEvent + largeEvent.trimEnd()])
      for (const pieces of [[input], [...input]])
        expect(parseAll(pieces, { maxEventBytes: limit })).toMatchObject({
          chunks: [hello],
          codes: ['event-too-large'],
          state: 'too-large',
        })
  })

  test('it counts bytes, not characters', () => {
    const wide = delta('ÄÖÜ€🌍')
    const bytes = new TextEncoder().encode(JSON.stringify(wide)).length
    expect(parseAll([event(wide)], { maxEventBytes: bytes }).chunks).toEqual([wide])
    expect(parseAll([event(wide)], { maxEventBytes: bytes - 1 }).codes).toEqual(['event-too-large'])
  })

  test('it counts the data of many lines together', () => {
    const lines = 'data: 12345\n'.repeat(100)
    for (const pieces of [[lines], [...lines]])
      expect(parseAll(pieces, { maxEventBytes: 50 }).codes).toEqual(['event-too-large'])
  })

  test('an endless line is refused as soon as it exceeds the limit', () => {
    const problems: ChatStreamError[] = []
    const parser = createChatParser({
      maxEventBytes: 1000,
      onChunk: () => {},
      onProblem: (problem) => problems.push(problem),
    })
    parser.push('data: ')
    let pushed = 0
    while (parser.state === 'open' && pushed < 5000) {
      parser.push('x'.repeat(10))
      pushed += 10
    }
    expect(parser.state).toBe('too-large')
    expect(pushed).toBeLessThanOrEqual(1020)
    expect(problems).toHaveLength(1)
  })

  test('an endless comment is ignored, and does not count', () => {
    const parser = createChatParser({ maxEventBytes: 100, onChunk: () => {} })
    for (let count = 0; count < 100; count += 1) parser.push(`:${'x'.repeat(1000)}`)
    expect(parser.state).toBe('open')
  })
})

import { createParser } from 'eventsource-parser'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from '../src/read-events.ts'
import { hastyClock } from './support/site-page.ts'

const line = fc.oneof(
  fc.constantFrom('', 'data', 'data:', ': comment', 'retry: 5', 'event: message', 'id: é7', 'id'),
  fc.string({ maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
  fc
    .string({ unit: 'grapheme', maxLength: 4 })
    .map((text) => `data:${text.replaceAll(/[\r\n]/g, '')}`),
)
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')))
  // A final carriage return may be the first half of `\r\n`. The line `:` after it shows that it is not.
  .map((lines) => `${lines.flat().join('')}:\n`)

test('names and data of events are the same as in another parser, wherever the network splits them', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (given, size) => {
      const expected: (readonly [string, string])[] = []
      const parser = createParser({
        onEvent: ({ event = '', data }) => void expected.push([event, data]),
      })
      parser.feed(given)
      const bytes = new TextEncoder().encode(given)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      )
      const found: (readonly [string, string])[] = []
      const body = ReadableStream.from(pieces)
      for await (const { event, data } of readEvents({ body }, hastyClock())) {
        found.push([event, data])
      }
      expect(found).toEqual(expected)
    }),
  )
})

test('a stream that is silent for a minute counts as ended', async () => {
  const waits: number[] = []
  const clock = {
    now: () => 0,
    after(delayMs: number, wake: () => void) {
      waits.push(delayMs)
      setImmediate(wake)
      return () => {}
    },
  }
  let isCanceled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    cancel: () => {
      isCanceled = true
    },
  })
  for await (const _ of readEvents({ body }, clock)) expect.fail('There is nothing to read.')
  expect([waits, isCanceled]).toEqual([[60_000], true])
})

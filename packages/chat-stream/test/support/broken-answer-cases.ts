import { event } from './parse-all.ts'
import { delta, done, fault, finish, type ResilienceCase, start } from './resilience-case.ts'
import { settled } from './sources.ts'

const small = { maxEventBytes: 100 }

/** Streams whose ending is not `complete`: cut short, or ended by the server's report, a fault or a limit. */
export const brokenAnswerCases: readonly ResilienceCase[] = [
  // Incomplete endings.
  {
    name: 'no [DONE]',
    serve: start + delta('Hello') + finish,
    type: 'finished-without-done',
    text: 'Hello',
    more: { finishReason: 'stop' },
  },
  {
    name: 'no [DONE] and no last blank line',
    serve: (start + delta('Hello') + finish).trimEnd(),
    type: 'finished-without-done',
    text: 'Hello',
  },
  {
    name: 'finish, then a broken connection',
    serve: (body) => {
      body.write(start + delta('Hello') + finish)
      body.fail(fault)
    },
    type: 'finished-without-done',
    text: 'Hello',
  },
  {
    name: 'finish, then silence',
    serve: async (body, timers) => {
      body.write(start + delta('Hello') + finish)
      await settled()
      timers.advance(60_000)
    },
    type: 'finished-without-done',
    text: 'Hello',
  },
  { name: 'an empty body', serve: '', type: 'truncated', text: '' },
  {
    name: 'an end in the middle of the answer',
    serve: start + delta('Hel'),
    type: 'truncated',
    text: 'Hel',
  },
  {
    name: 'an end in the middle of an event',
    serve: start + delta('Hel') + delta('lo').slice(0, 30),
    type: 'truncated',
    text: 'Hel',
    problems: ['incomplete-event'],
  },
  {
    name: 'a last event without its blank line',
    serve: start + delta('Hel') + delta('lo').trimEnd(),
    type: 'truncated',
    text: 'Hello',
  },
  { name: 'only comments', serve: ': a\n\n: b\n\n', type: 'truncated', text: '' },
  {
    name: 'a page with the content type of a stream',
    serve: '<!doctype html>\n<p>Hi</p>',
    type: 'truncated',
    text: '',
  },

  // Endings that the server reports.
  {
    name: 'an error',
    serve: start + delta('Hel') + event({ type: 'error', errorText: 'No.' }) + done,
    type: 'error',
    text: 'Hel',
    more: { errorText: 'No.' },
  },
  {
    name: 'an error, and more after it',
    serve: start + event({ type: 'error', errorText: 'No.' }) + delta('Hello') + finish,
    type: 'error',
    text: 'Hello',
  },
  {
    name: 'an error, then a broken connection',
    serve: (body) => {
      body.write(start + event({ type: 'error', errorText: 'No.' }))
      body.fail(fault)
    },
    type: 'error',
    text: '',
  },
  {
    name: 'an abort',
    serve: start + delta('Hel') + event({ type: 'abort', reason: 'busy' }) + done,
    type: 'aborted',
    text: 'Hel',
    more: { by: 'server', reason: 'busy' },
  },

  // Faults of the connection.
  {
    name: 'a broken connection',
    serve: (body) => {
      body.write(start + delta('Hel'))
      body.write(delta('lo'))
      setImmediate(() => body.fail(fault))
    },
    type: 'connection-lost',
    text: 'Hello',
    more: { cause: fault },
  },
  {
    name: 'a broken connection, a last event without its blank line',
    serve: (body) => {
      body.write(start + delta('Hello').trimEnd())
      setImmediate(() => body.fail(fault))
    },
    type: 'connection-lost',
    text: 'Hello',
  },
  {
    name: 'silence from the start',
    serve: (_, timers) => timers.advance(60_000),
    type: 'stalled',
    text: '',
    more: { idleTimeout: 60_000 },
  },
  {
    name: 'silence in the middle',
    serve: async (body, timers) => {
      body.write(start + delta('Hel'))
      await settled()
      timers.advance(60_000)
    },
    type: 'stalled',
    text: 'Hel',
  },
  {
    name: 'comments that keep the stream alive, then silence',
    serve: async (body, timers) => {
      for (let count = 0; count < 5; count += 1) {
        timers.advance(50_000)
        body.write(': ka\n\n')
        await settled()
      }
      body.write(start + delta('Hel'))
      await settled()
      timers.advance(60_000)
    },
    type: 'stalled',
    text: 'Hel',
  },
  {
    name: 'silence after half an event',
    serve: async (body, timers) => {
      body.write(start + delta('Hel').trimEnd())
      await settled()
      timers.advance(60_000)
    },
    type: 'stalled',
    text: 'Hel',
  },

  // Limits.
  {
    name: 'an event past the limit',
    serve: start + delta('Hel') + delta('x'.repeat(100)) + delta('lo'),
    options: small,
    type: 'too-large',
    text: 'Hel',
    problems: ['event-too-large'],
    more: { limit: 'event', maxBytes: 100 },
  },
  {
    name: 'a line without end',
    serve: (body) => {
      body.write(start + delta('Hel'))
      body.write(`data: ${'x'.repeat(200)}`)
    },
    options: small,
    type: 'too-large',
    text: 'Hel',
    problems: ['event-too-large'],
  },
  {
    name: 'too many bytes in all',
    serve: (body) => {
      body.write(start + delta('Hel'))
      for (let n = 0; n < 9; n += 1) body.write(delta('.'))
    },
    options: { maxTotalBytes: 300 },
    type: 'too-large',
    text: 'Hel....',
    more: { limit: 'total', maxBytes: 300 },
  },
]

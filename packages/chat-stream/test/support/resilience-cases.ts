import type { ChatOutcomeType, ReadChatStreamOptions } from '../../src/index.ts'
import type { FakeTimers } from './fake-timers.ts'
import { event } from './parse-all.ts'
import { settled, type TestBody } from './sources.ts'

const delta = (text: string) => event({ type: 'text-delta', id: '1', delta: text })
const start = event({ type: 'start', messageId: 'm1' }) + event({ type: 'text-start', id: '1' })
const finish =
  event({ type: 'text-end', id: '1' }) + event({ type: 'finish', finishReason: 'stop' })
const done = 'data: [DONE]\n\n'
export const whole = start + delta('Hel') + delta('lo') + finish + done

/** One way a stream may go, and what must come of it. */
export interface ResilienceCase {
  name: string
  /** What the server does. */
  serve: string | ((body: TestBody, timers: FakeTimers) => Promise<void> | void)
  options?: ReadChatStreamOptions
  type: ChatOutcomeType
  text: string
  problems?: string[]
  more?: Record<string, unknown>
}

export const fault = new TypeError('terminated')
const small = { maxEventBytes: 100 }

export const resilienceCases: readonly ResilienceCase[] = [
  // A whole answer, however it is written.
  {
    name: 'a whole answer',
    serve: whole,
    type: 'complete',
    text: 'Hello',
    more: { finishReason: 'stop' },
  },
  { name: 'CRLF', serve: whole.replaceAll('\n', '\r\n'), type: 'complete', text: 'Hello' },
  { name: 'CR only', serve: whole.replaceAll('\n', '\r'), type: 'complete', text: 'Hello' },
  { name: 'a byte order mark', serve: `\uFEFF${whole}`, type: 'complete', text: 'Hello' },
  {
    name: 'comments',
    serve: `: open\n\n${whole.replaceAll('\n\n', '\n\n: ka\n\n')}`,
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'id and retry fields',
    serve: `retry: 5\nid: 1\n${whole}`,
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'data on several lines',
    serve: whole.replaceAll('","', '",\ndata: "'),
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'surrogates in two deltas',
    serve: start + delta('\ud83c') + delta('\udf0d') + finish + done,
    type: 'complete',
    text: '🌍',
  },
  {
    name: 'an answer without text',
    serve: event({ type: 'start' }) + event({ type: 'finish' }) + done,
    type: 'complete',
    text: '',
  },
  { name: 'only [DONE]', serve: done, type: 'complete', text: '' },
  {
    name: '[DONE] without finish',
    serve: start + delta('Hello') + done,
    type: 'complete',
    text: 'Hello',
    more: { finishReason: undefined },
  },
  { name: 'data after [DONE]', serve: whole + delta('!'), type: 'complete', text: 'Hello' },
  {
    name: '[DONE] without its blank line',
    serve: whole.trimEnd(),
    type: 'complete',
    text: 'Hello',
  },
  {
    name: '[DONE] and a socket that stays open',
    serve: (body) => body.write(whole),
    type: 'complete',
    text: 'Hello',
  },
  {
    name: '[DONE] and then a broken connection',
    serve: (body) => {
      body.write(whole)
      body.fail(fault)
    },
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'an empty network chunk',
    serve: (body) => {
      body.write('')
      body.write(whole)
    },
    type: 'complete',
    text: 'Hello',
  },

  // What a newer or a careless server sends.
  {
    name: 'an unknown field',
    serve: start + event({ type: 'text-delta', id: '1', delta: 'Hello', x: 1 }) + finish + done,
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'an unknown chunk type',
    serve: start + event({ type: 'tool-vision', y: 1 }) + delta('Hello') + finish + done,
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'an unknown finish reason',
    serve: start + delta('Hello') + event({ type: 'finish', finishReason: 'unknown' }) + done,
    type: 'complete',
    text: 'Hello',
    more: { finishReason: 'unknown' },
  },
  {
    name: 'an event of its own name',
    serve: `event: ping\ndata: {}\n\n${whole}`,
    type: 'complete',
    text: 'Hello',
    problems: ['invalid-chunk'],
  },
  {
    name: 'one malformed event',
    serve: `${start + delta('Hel')}data: {"type":\n\n${delta('lo')}${finish}${done}`,
    type: 'complete',
    text: 'Hello',
    problems: ['invalid-json'],
  },
  {
    name: 'one chunk without its field',
    serve: start + event({ type: 'text-delta', id: '1' }) + delta('Hello') + finish + done,
    type: 'complete',
    text: 'Hello',
    problems: ['invalid-chunk'],
  },
  {
    name: 'an optional field of the wrong type',
    serve:
      start +
      event({ type: 'text-delta', id: '1', delta: 'Hello', providerMetadata: 'x' }) +
      finish +
      done,
    type: 'complete',
    text: 'Hello',
    problems: ['invalid-field'],
  },
  {
    name: 'a key that reaches a prototype',
    serve:
      start +
      'data: {"type":"data-x","data":{"__proto__":{"x":1}}}\n\n' +
      delta('Hello') +
      finish +
      done,
    type: 'complete',
    text: 'Hello',
  },
  {
    name: 'a delta without its start',
    serve: delta('Hello') + finish + done,
    type: 'complete',
    text: 'Hello',
    problems: ['orphan-chunk'],
  },
  {
    name: 'bytes that are no UTF-8',
    serve: (body) => {
      const [before = '', after = ''] = delta('?').split('?')
      body.write(start + before)
      body.write(Uint8Array.of(0xff))
      body.write(after + finish + done)
    },
    type: 'complete',
    text: '\uFFFD',
  },

  // Endings that lack something.
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
    name: 'a page under the name of a stream',
    serve: '<!doctype html>\n<p>Hi</p>',
    type: 'truncated',
    text: '',
  },

  // Endings the server tells.
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
    name: 'comments that keep it alive, then silence',
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
    name: 'too much in all',
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

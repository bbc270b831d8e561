import { event } from './parse-all.ts'
import { delta, done, fault, finish, type ResilienceCase, start, whole } from './resilience-case.ts'

/** Streams that contain the whole answer, however they are written, and whatever else they contain. */
export const wholeAnswerCases: readonly ResilienceCase[] = [
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
    name: '[DONE] without its blank line, and then a broken connection',
    serve: (body) => {
      body.write(whole.trimEnd())
      setImmediate(() => body.fail(fault))
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

  // A newer or a careless server sends these.
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
    name: 'an event with its own name',
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
    name: 'a member name that reaches a prototype',
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
    name: 'bytes that are not UTF-8',
    serve: (body) => {
      const [before = '', after = ''] = delta('?').split('?')
      body.write(start + before)
      body.write(Uint8Array.of(0xff))
      body.write(after + finish + done)
    },
    type: 'complete',
    text: '\uFFFD',
  },
]

import { Buffer } from 'node:buffer'
import { webhookFixture } from '../../src/testing.ts'
import { event, ID, plain, vector } from './delivery.ts'
import type { Vector } from './vector.ts'

const base64 = (bytes: Uint8Array | string) => ({ base64: Buffer.from(bytes).toString('base64') })

const eventTypes = [
  'lead.captured',
  'handoff.requested',
  'meeting.booked',
  'meeting.rescheduled',
  'meeting.canceled',
  'conversation.started',
  'conversation.completed',
  'experiment.started',
  'experiment.winner_found',
  'knowledge.source_failed',
  'webhook.test',
  'contact.deleted',
  'message.created',
  'handoff.unanswered',
  'conversation.deleted',
] as const

const eventsByType = eventTypes.flatMap((type) => {
  const body = JSON.stringify(webhookFixture(type, { id: ID }))
  return [
    vector(`${type}, as text`, { text: body }),
    vector(`${type}, as bytes`, base64(body)),
    vector(
      `${type}, written again with spaces`,
      { text: body },
      {
        received: { text: JSON.stringify(JSON.parse(body), null, 2) },
        expect: 'no_matching_signature',
      },
    ),
  ]
})

const shapes = [
  vector('an event type of the future', { text: event({ type: 'link.opened', data: [1, 2] }) }),
  vector('an event type of the future without data', {
    text: event({ type: 'link.opened', data: undefined }),
  }),
  vector('an event whose object is gone', { text: event({ data: { object: null } }) }),
  vector('an event whose person was erased', { text: event({ data: { erased: true } }) }),
  vector('an event with further fields', { text: event({ extra: { deep: [null, 1.5e300] } }) }),
  vector('an event with __proto__', { text: plain.replace('{', '{"__proto__":{"type":"x"},') }),
  vector('white space around the event', { text: `\r\n\t ${plain} \n` }),
  ...Object.entries({
    'no body': '',
    'a body that is not JSON': 'id=evt_1&type=webhook.test',
    'a body cut short': plain.slice(0, -1),
    'a body with a byte order mark': `\uFEFF${plain}`,
    'JSON twice': plain + plain,
    'JSON with a comment': `// event\n${plain}`,
  }).map(([name, text]) => vector(name, { text }, { expect: 'payload_not_json' })),
  ...Object.entries({
    'a number': 42,
    'a string': 'event',
    'JSON null': null,
    'JSON true': true,
    'an empty list': [],
    'an empty object': {},
    'a list of events': [JSON.parse(plain)],
    'an event without id': { ...JSON.parse(plain), id: undefined },
    'an event with a numeric id': { ...JSON.parse(plain), id: 7 },
    'an event without type': { ...JSON.parse(plain), type: undefined },
    'an event without created_at': { ...JSON.parse(plain), created_at: undefined },
    'a known event without data': { ...JSON.parse(plain), data: undefined },
    'a known event with null for data': { ...JSON.parse(plain), data: null },
  }).map(([name, value]) =>
    vector(name, { text: JSON.stringify(value) }, { expect: 'payload_not_event' }),
  ),
]

/** The vectors of bodies: events of each type, and other contents. */
export const payloadVectors: Vector[] = [...eventsByType, ...shapes]

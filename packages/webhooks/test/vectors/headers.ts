import { event, ID, plain, SIGNED_AT, signature, vector } from './delivery.ts'
import type { Vector } from './vector.ts'

const changedHeaders = [
  ...['evt_2mXJ5vT1', 'evt_2mXJ5vT', 'evt_2mXJ5vT00', 'EVT_2MXJ5VT0', ' evt_2mXJ5vT0'].map((id) =>
    vector(
      `the id sent as "${id}"`,
      { text: plain },
      {
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(SIGNED_AT),
          'webhook-signature': signature('current', ID, SIGNED_AT, plain),
        },
        expect: 'no_matching_signature',
      },
    ),
  ),
  ...[-299, -1, 1, 299].map((shift) =>
    vector(
      `the timestamp moved by ${shift} s`,
      { text: plain },
      {
        headers: {
          'webhook-id': ID,
          'webhook-timestamp': String(SIGNED_AT + shift),
          'webhook-signature': signature('current', ID, SIGNED_AT, plain),
        },
        expect: 'no_matching_signature',
      },
    ),
  ),
  ...Array.from({ length: 43 }, (_, position) =>
    vector(
      `digit ${position + 1} of the signature changed`,
      { text: plain },
      {
        signatureHeader: (right) => {
          const at = 'v1,'.length + position
          return right.slice(0, at) + (right[at] === 'A' ? 'E' : 'A') + right.slice(at + 1)
        },
        expect: 'no_matching_signature',
      },
    ),
  ),
]

const ids = [
  ...[
    '1',
    `evt_${'a'.repeat(250)}`,
    '550e8400-e29b-41d4-a716-446655440000',
    'msg:1/2?3=4',
    'évt_ü',
  ].map((id) => vector(`the id "${id.slice(0, 40)}"`, { text: event({ id }) }, { id })),
  vector(
    'an event of another id',
    { text: event({ id: 'evt_other' }) },
    { expect: 'payload_id_mismatch' },
  ),
  ...['evt.1', '.', 'evt_1.', `evt_1.${SIGNED_AT}`].map((id) =>
    vector(
      `the id "${id}"`,
      { text: plain },
      {
        id,
        expect: 'malformed_header',
        standardwebhooks: 'accepts',
        divergence: 'dot_in_id',
      },
    ),
  ),
]

const right = {
  'webhook-id': ID,
  'webhook-timestamp': String(SIGNED_AT),
  'webhook-signature': signature('current', ID, SIGNED_AT, plain),
}

const headerForms = [
  ...[
    ['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'],
    ['WEBHOOK-ID', 'WEBHOOK-TIMESTAMP', 'WEBHOOK-SIGNATURE'],
    ['webhook-ID', 'wEbHoOk-TiMeStAmP', 'Webhook-signature'],
  ].map((names) =>
    vector(
      `headers written as ${names[0]}`,
      { text: plain },
      {
        headers: Object.fromEntries(Object.values(right).map((value, at) => [names[at], value])),
      },
    ),
  ),
  ...Object.keys(right).flatMap((missing) => [
    vector(
      `no ${missing}`,
      { text: plain },
      {
        headers: Object.fromEntries(Object.entries(right).filter(([name]) => name !== missing)),
        expect: 'missing_header',
      },
    ),
    vector(
      `an empty ${missing}`,
      { text: plain },
      {
        headers: { ...right, [missing]: '' },
        expect: 'missing_header',
      },
    ),
    vector(
      `${missing} under another name`,
      { text: plain },
      {
        headers: Object.fromEntries(
          Object.entries(right).map(([name, value]) => [
            name === missing ? name.replace('webhook-', 'svix-') : name,
            value,
          ]),
        ),
        expect: 'missing_header',
      },
    ),
  ]),
  vector('no headers', { text: plain }, { headers: {}, expect: 'missing_header' }),
]

/** The vectors of headers that are renamed, missing, or changed on the way. */
export const headerVectors: Vector[] = [...changedHeaders, ...ids, ...headerForms]

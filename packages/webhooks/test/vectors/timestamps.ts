import { ID, plain, SIGNED_AT, signature, vector } from './delivery.ts'
import type { Vector } from './vector.ts'

/** The vectors of the age of a delivery, and of the spellings of its timestamp. */
export const timestampVectors: Vector[] = [
  ...[-300, -299, -1, 0, 1, 299, 300].map((age) =>
    vector(`a delivery ${age} s old`, { text: plain }, { nowMs: (SIGNED_AT + age) * 1000 }),
  ),
  vector('a delivery 300.999 s old', { text: plain }, { nowMs: SIGNED_AT * 1000 + 300_999 }),
  ...[301, 3_600, 86_400, 2_592_000].map((age) =>
    vector(
      `a delivery ${age} s old`,
      { text: plain },
      {
        nowMs: (SIGNED_AT + age) * 1000,
        expect: 'timestamp_too_old',
      },
    ),
  ),
  ...[301, 3_600, 86_400].map((ahead) =>
    vector(
      `a delivery ${ahead} s ahead`,
      { text: plain },
      {
        nowMs: (SIGNED_AT - ahead) * 1000,
        expect: 'timestamp_too_new',
      },
    ),
  ),
  vector('no tolerance, same second', { text: plain }, { toleranceSeconds: 0 }),
  vector(
    'no tolerance, next second',
    { text: plain },
    {
      toleranceSeconds: 0,
      nowMs: SIGNED_AT * 1000 + 1000,
      expect: 'timestamp_too_old',
      standardwebhooks: 'accepts',
      divergence: 'fixed_tolerance',
    },
  ),
  vector(
    'a tolerance of one hour',
    { text: plain },
    {
      toleranceSeconds: 3_600,
      nowMs: (SIGNED_AT + 3_600) * 1000,
      standardwebhooks: 'refuses',
      divergence: 'fixed_tolerance',
    },
  ),
  ...[
    `${SIGNED_AT}abc`,
    `${SIGNED_AT}.9`,
    `${SIGNED_AT}.0`,
    ` ${SIGNED_AT}`,
    `${SIGNED_AT} `,
    `+${SIGNED_AT}`,
    `-${SIGNED_AT}`,
    `${SIGNED_AT}e0`,
    '1.76e9',
    '0x68e77800',
    `${SIGNED_AT}000`,
    '1_760_000_000',
    '2025-10-09T08:53:20Z',
    'NaN',
    'Infinity',
    '١٧٦٠٠٠٠٠٠٠',
  ].map((timestamp) =>
    vector(
      `the timestamp "${timestamp}"`,
      { text: plain },
      {
        timestamp,
        expect: 'malformed_timestamp',
      },
    ),
  ),
  ...[`${SIGNED_AT}abc`, `${SIGNED_AT}.9`, ` ${SIGNED_AT}`].map((timestamp) =>
    vector(
      `the timestamp "${timestamp}", signed as ${SIGNED_AT}`,
      { text: plain },
      {
        headers: {
          'webhook-id': ID,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature('current', ID, SIGNED_AT, plain),
        },
        expect: 'malformed_timestamp',
        standardwebhooks: 'accepts',
        divergence: 'lenient_timestamp',
      },
    ),
  ),
  vector(
    'a timestamp with leading zeros',
    { text: plain },
    {
      timestamp: `00${SIGNED_AT}`,
      standardwebhooks: 'refuses',
      divergence: 'rewrites_timestamp',
    },
  ),
  vector(
    'a timestamp with leading zeros, signed without',
    { text: plain },
    {
      headers: {
        'webhook-id': ID,
        'webhook-timestamp': `00${SIGNED_AT}`,
        'webhook-signature': signature('current', ID, SIGNED_AT, plain),
      },
      expect: 'no_matching_signature',
      standardwebhooks: 'accepts',
      divergence: 'rewrites_timestamp',
    },
  ),
]

import { bodyVectors } from './bodies.ts'
import { vector } from './delivery.ts'
import { headerVectors } from './headers.ts'
import { payloadVectors } from './payloads.ts'
import { secretVectors } from './secret-vectors.ts'
import { signatureVectors } from './signatures.ts'
import { timestampVectors } from './timestamps.ts'
import type { Vector } from './vector.ts'

const golden: Vector = {
  ...vector('the example of the Standard Webhooks specification', {
    text: '{"test": 2432232314}',
  }),
  secrets: ['golden'],
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  now_ms: 1_614_265_330_000,
  expect: 'payload_not_event',
  standardwebhooks: 'accepts',
}

/** Every vector. */
export const vectors: readonly Vector[] = [
  golden,
  ...payloadVectors,
  ...bodyVectors,
  ...headerVectors,
  ...timestampVectors,
  ...signatureVectors,
  ...secretVectors,
]

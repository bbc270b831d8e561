import { json } from './reply.ts'
import type { Finding, Lab, Scenario, ScenarioGroup } from './scenario.ts'
import type { Connection } from './sdk.ts'
import { inWords, settle } from './settle.ts'

/** Refuses once, then answers, and finds out whether the client retried and the call succeeded. */
async function refuseOnce(
  { sdk, serve, connect }: Lab,
  status: number,
  code: string,
  retry?: boolean,
  call = (connection: Connection) => connection.get('ct_1'),
): Promise<Finding & { readonly requests: number }> {
  const { refusal, object } = sdk.dialect
  const server = await serve(refusal(status, code, 'Try again.', retry), json(object('ct_1')))
  const settlement = await settle(() => call(connect(server)), 6_000)
  const requests = server.seen.length
  return {
    passed: settlement.state === 'resolved' && requests === 2,
    saw: `${requests} sent, ${inWords(settlement)}`,
    requests,
  }
}

const retriedStatusRows: Scenario[] = [500, 502, 503, 504].map((status) => ({
  name: `a read answered with ${status} is sent again`,
  why: 'The server or a proxy in front of it failed for a moment, and a second try succeeds.',
  needs: ['retries'],
  run: (lab) => refuseOnce(lab, status, 'internal_error'),
}))

/** Refusals that are retried, and refusals that are not. */
export const retryRows: ScenarioGroup = {
  title: 'Retries',
  scenarios: [
    ...retriedStatusRows,
    {
      name: 'a read answered with 429 is sent again',
      why: 'The limit ends within a minute. Without a retry, every user writes the same loop.',
      evidence: 'stripe/stripe-node#1110, stripe/stripe-node#1885',
      needs: ['retries'],
      run: (lab) => refuseOnce(lab, 429, 'rate_limited'),
    },
    {
      name: 'a read answered with 408 is sent again',
      why: 'The server did not get the request in time (RFC 9110, 15.5.9).',
      needs: ['retries'],
      run: (lab) => refuseOnce(lab, 408, 'request_timeout'),
    },
    {
      name: 'a read answered with a conflict is not sent again',
      why: 'The same request would fail again, and the caller would wait for nothing.',
      needs: ['retries'],
      async run(lab) {
        const { requests, saw } = await refuseOnce(lab, 409, 'conflict', false)
        return { passed: requests === 1, saw }
      },
    },
    {
      name: 'a write whose idempotency key is in use is sent again',
      why: 'The first attempt is still running, and its answer comes soon.',
      needs: ['retries'],
      run: (lab) =>
        refuseOnce(lab, 409, 'idempotency_key_in_use', true, (connection) => connection.create()),
    },
    {
      name: 'no retries means one request',
      why: 'A caller with a retry loop or a queue must be able to switch off the retries of the SDK.',
      needs: ['retries'],
      async run({ sdk, serve, connect }) {
        const server = await serve(sdk.dialect.refusal(503, 'unavailable', 'Down.'))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
        const { length } = server.seen
        return {
          passed: length === 1 && settlement.state === 'rejected',
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
  ],
}

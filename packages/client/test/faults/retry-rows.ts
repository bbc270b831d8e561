import { json } from './reply.ts'
import type { Finding, Lab, Scenario, ScenarioGroup } from './scenario.ts'
import type { Connection } from './sdk.ts'
import { inWords, settle } from './settle.ts'

/** Refuses once, then answers: was the request sent again, and did the call succeed? */
async function refusedOnce(
  { sdk, serve, connect }: Lab,
  status: number,
  code: string,
  retry?: boolean,
  call = (connection: Connection) => connection.get('ct_1'),
): Promise<Finding & { readonly requests: number }> {
  const { refusal, object } = sdk.dialect
  const server = await serve(refusal(status, code, 'Try again.', retry), json(object('ct_1')))
  const settled = await settle(() => call(connect(server)), 6_000)
  const requests = server.seen.length
  return {
    passed: settled.state === 'resolved' && requests === 2,
    saw: `${requests} sent, ${inWords(settled)}`,
    requests,
  }
}

const passing: Scenario[] = [500, 502, 503, 504].map((status) => ({
  name: `a read that is answered ${status} is sent again`,
  why: 'The server or a proxy in front of it had a moment of weakness that the caller need not see.',
  needs: ['retries'],
  run: (lab) => refusedOnce(lab, status, 'internal_error'),
}))

/** The refusals that are tried again, and those that are not. */
export const retryRows: ScenarioGroup = {
  title: 'Retries',
  scenarios: [
    ...passing,
    {
      name: 'a read that is answered 429 is sent again',
      why: 'A limit per minute is over in a moment; giving up makes every user write the same loop.',
      evidence: 'stripe/stripe-node#1110, stripe/stripe-node#1885',
      needs: ['retries'],
      run: (lab) => refusedOnce(lab, 429, 'rate_limited'),
    },
    {
      name: 'a read that is answered 408 is sent again',
      why: 'The server says that it waited for the request in vain (RFC 9110, 15.5.9).',
      needs: ['retries'],
      run: (lab) => refusedOnce(lab, 408, 'request_timeout'),
    },
    {
      name: 'a conflict is not sent again',
      why: 'Nothing changes by asking again: it only costs the caller the time of the waits.',
      needs: ['retries'],
      async run(lab) {
        const { requests, saw } = await refusedOnce(lab, 409, 'conflict', false)
        return { passed: requests === 1, saw }
      },
    },
    {
      name: 'a write whose idempotency key is in use is sent again',
      why: 'The first attempt is still at work, and its answer will be there in a moment.',
      needs: ['retries'],
      run: (lab) =>
        refusedOnce(lab, 409, 'idempotency_key_in_use', true, (connection) => connection.create()),
    },
    {
      name: 'no retries means one request',
      why: 'Who has a retry loop or a queue of their own must be able to switch the inner one off.',
      needs: ['retries'],
      async run({ sdk, serve, connect }) {
        const server = await serve(sdk.dialect.refusal(503, 'unavailable', 'Down.'))
        const settled = await settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
        const { length } = server.seen
        return {
          passed: length === 1 && settled.state === 'rejected',
          saw: `${length} sent, ${inWords(settled)}`,
        }
      },
    },
  ],
}

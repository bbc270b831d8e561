import { json } from './reply.ts'
import type { Finding, Lab, Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, seconds, settle } from './settle.ts'
import { shows } from './shows.ts'

/** Refuses once with a wait, and finds out how long the client waited. */
async function askToWait(
  { sdk, serve, connect }: Lab,
  header: () => Record<string, string>,
  [least, most]: readonly [number, number],
): Promise<Finding> {
  const { refusal, object } = sdk.dialect
  const server = await serve(
    (response, request) => {
      for (const [name, value] of Object.entries(header())) response.setHeader(name, value)
      refusal(503, 'unavailable', 'Later.')(response, request)
    },
    json(object('ct_1')),
  )
  const settlement = await settle(() => connect(server).get('ct_1'), 8_000)
  const [first = Number.NaN, second = Number.NaN] = server.times
  const waited = second - first
  return {
    passed: settlement.state === 'resolved' && waited >= least && waited <= most,
    saw: Number.isNaN(waited) ? `1 sent, ${inWords(settlement)}` : `waited ${seconds(waited)}`,
  }
}

const retryAfterFacts: Pick<Scenario, 'why' | 'evidence' | 'needs'> = {
  why: 'A retry that comes too early is refused again, and may prolong the block.',
  evidence: 'vercel/ai#5018, vercel/ai#7247',
  needs: ['retries'],
}

const hour = 3_600

/** Every form in which a server asks for a wait. */
export const retryAfterRows: ScenarioGroup = {
  title: 'Retry-After',
  scenarios: [
    {
      ...retryAfterFacts,
      name: 'the client waits for Retry-After in seconds',
      run: (lab) => askToWait(lab, () => ({ 'retry-after': '1' }), [990, 4_000]),
    },
    {
      ...retryAfterFacts,
      name: 'the client waits for Retry-After as a date',
      run: (lab) =>
        askToWait(
          lab,
          // Dates have whole seconds: this one is 2 to 3 s away.
          () => ({ 'retry-after': new Date(Date.now() + 3_000).toUTCString() }),
          [1_900, 6_000],
        ),
    },
    {
      ...retryAfterFacts,
      name: 'the client waits for Retry-After-Ms',
      why: 'Gateways of language models send it in addition to Retry-After, because whole seconds are too coarse for them.',
      run: (lab) =>
        askToWait(lab, () => ({ 'retry-after': '3', 'retry-after-ms': '1200' }), [1_190, 2_900]),
    },
    {
      name: 'a call that would have to wait an hour fails immediately, and the error names the wait',
      why: 'A call should neither wait for an hour nor retry too early.',
      evidence: 'vercel/ai#5018',
      async run({ sdk, serve, connect }) {
        const refuse = sdk.dialect.refusal(429, 'rate_limited', 'Later.')
        const server = await serve((response, request) => {
          response.setHeader('retry-after', String(hour))
          refuse(response, request)
        })
        const settlement = await settle(() => connect(server).get('ct_1'), 3_000)
        const isReported = settlement.state === 'rejected' && shows(settlement.error, String(hour))
        const { length } = server.seen
        return {
          passed: isReported && length === 1,
          saw: `${length} sent, ${inWords(settlement)}${isReported ? ', wait named' : ''}`,
        }
      },
    },
  ],
}

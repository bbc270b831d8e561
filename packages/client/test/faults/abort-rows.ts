import { getEventListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultServer } from './fault-server.ts'
import { hang, json, type Reply, stall } from './reply.ts'
import type { Lab, Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, type Settlement, settle } from './settle.ts'
import { causesOf } from './shows.ts'

const reason = new Error('the user left')

/**
 * Time for a client to read the received bytes and enter its next phase. If it is too short, the abort
 * only comes in an earlier phase.
 */
const momentMs = 60

/** Begins a read, aborts it once `when` resolves, and waits until it settles. */
async function abortRead(
  { serve, connect }: Lab,
  reply: Reply,
  when: (server: FaultServer) => Promise<unknown>,
): Promise<{ settlement: Settlement; requests: number }> {
  const server = await serve(reply)
  const controller = new AbortController()
  const { signal } = controller
  const call = settle(() => connect(server).get('ct_1', { signal }), 2_500)
  await when(server)
  controller.abort(reason)
  return { settlement: await call, requests: server.seen.length }
}

function abortedIn(
  phase: string,
  why: string,
  reply: (lab: Lab) => Reply,
  when: (server: FaultServer) => Promise<unknown>,
): Scenario {
  return {
    name: `an abort ends a call ${phase}`,
    why,
    evidence: 'stripe/stripe-node#2241',
    needs: phase === 'that waits for its next attempt' ? ['signal', 'retries'] : ['signal'],
    async run(lab) {
      const { settlement, requests } = await abortRead(lab, reply(lab), when)
      return {
        passed: settlement.state === 'rejected' && lab.sdk.owns(settlement.error) && requests === 1,
        saw: `${requests} sent, ${inWords(settlement)}`,
      }
    },
  }
}

const arrivedAndRead = (server: FaultServer) => server.arrived(1).then(() => pause(momentMs))

/** Calls that their caller aborts. */
export const abortRows: ScenarioGroup = {
  title: 'Abort',
  scenarios: [
    {
      name: 'a call with an aborted signal sends nothing',
      why: 'A call that its caller has aborted must not send a request, least of all a write.',
      evidence: 'stripe/stripe-node#2241',
      needs: ['signal'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.object('ct_1')))
        const signal = AbortSignal.abort(reason)
        const settlement = await settle(() => connect(server).create({ signal }))
        const { length } = server.seen
        return {
          passed: settlement.state === 'rejected' && length === 0,
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
    abortedIn(
      'that waits for the answer',
      'The visitor has left; the connection should be free for others.',
      () => hang,
      (server) => server.arrived(1),
    ),
    abortedIn(
      'in the middle of the body',
      'An abort after the headers is still an abort, not a raw DOMException from a stream.',
      () => stall,
      arrivedAndRead,
    ),
    abortedIn(
      'that waits for its next attempt',
      'A wait may be long, and must end when the caller aborts it.',
      ({ sdk }) =>
        (response, request) => {
          response.setHeader('retry-after', '20')
          sdk.dialect.refusal(503, 'unavailable', 'Later.')(response, request)
        },
      arrivedAndRead,
    ),
    {
      name: 'the error of an abort keeps its reason',
      why: 'A timeout of the caller, a shutdown and a user who left are handled differently.',
      needs: ['signal'],
      async run(lab) {
        const { settlement } = await abortRead(lab, hang, (server) => server.arrived(1))
        const isKept =
          settlement.state === 'rejected' && causesOf(settlement.error).includes(reason)
        return {
          passed: isKept,
          saw: isKept ? 'reason kept' : `reason lost: ${inWords(settlement)}`,
        }
      },
    },
    {
      name: 'a signal shared by many calls keeps no listeners',
      why: 'A signal for the shutdown of a process lives as long as the process, and its listeners accumulate.',
      evidence: 'openai/openai-node#1811',
      needs: ['signal'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.object('ct_1')))
        const connection = connect(server)
        const { signal } = new AbortController()
        for (let call = 0; call < 50; call++) await connection.get('ct_1', { signal })
        const { length } = getEventListeners(signal, 'abort')
        return { passed: length === 0, saw: `${length} left after 50 calls` }
      },
    },
  ],
}

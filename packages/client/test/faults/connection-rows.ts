import { cutOff, json, type Reply, reset, resetInBody } from './reply.ts'
import type { Lab, Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'
import { causesOf, shows } from './shows.ts'

/** A call to a port that nothing listens on any more. */
async function callClosedPort({ serve, connect }: Lab) {
  const server = await serve(reset)
  await server.close()
  return settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
}

function brokenInBody(name: string, reply: Reply): Scenario {
  return {
    name,
    why: 'Half an answer is a network failure. It must be retried, or reported as an error of the SDK.',
    async run({ sdk, serve, connect }) {
      const server = await serve(reply, json(sdk.dialect.object('ct_1')))
      const settlement = await settle(() => connect(server).get('ct_1'))
      const { length } = server.seen
      const isReported = settlement.state === 'rejected' && sdk.owns(settlement.error)
      return {
        passed: isReported || (settlement.state === 'resolved' && length === 2),
        saw: `${length} sent, ${inWords(settlement)}`,
      }
    },
  }
}

/** Connections that are refused, or break. */
export const connectionRows: ScenarioGroup = {
  title: 'Broken connections',
  scenarios: [
    {
      name: 'a refused connection is an error of the SDK',
      why: 'Users catch one kind of error for "could not reach the API"; a bare TypeError looks like their own bug.',
      async run(lab) {
        const settlement = await callClosedPort(lab)
        return {
          passed: settlement.state === 'rejected' && lab.sdk.owns(settlement.error),
          saw: inWords(settlement),
        }
      },
    },
    {
      name: 'the error of a refused connection keeps the network error as its cause',
      why: 'A refused connection, a wrong host name and an expired certificate need three different fixes.',
      async run(lab) {
        const settlement = await callClosedPort(lab)
        const causes = settlement.state === 'rejected' ? causesOf(settlement.error) : []
        const isKept = causes.some((cause) => Object(cause).code === 'ECONNREFUSED')
        const isElsewhere =
          settlement.state === 'rejected' && shows(settlement.error, 'ECONNREFUSED')
        return {
          passed: isKept,
          saw: isKept ? 'kept' : isElsewhere ? 'kept elsewhere than in cause' : 'lost',
        }
      },
    },
    {
      name: 'after a connection is reset before the answer, the request is tried again',
      why: 'Load balancers close idle connections at any time, even when one is about to be used.',
      needs: ['retries'],
      async run({ sdk, serve, connect }) {
        const server = await serve(reset, json(sdk.dialect.object('ct_1')))
        const settlement = await settle(() => connect(server).get('ct_1'))
        const { length } = server.seen
        return {
          passed: settlement.state === 'resolved' && length === 2,
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
    brokenInBody(
      'a reset in the middle of the body is retried or reported as an error of the SDK',
      resetInBody,
    ),
    brokenInBody('a truncated body is retried or reported as an error of the SDK', cutOff),
  ],
}

import { page, type Reply, raw } from './reply.ts'
import type { Lab, Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, type Settlement, settle } from './settle.ts'
import { shows } from './shows.ts'

async function receive({ serve, connect }: Lab, reply: Reply): Promise<Settlement> {
  const server = await serve(reply)
  return settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
}

function pageOf(status: number, text: string): Scenario {
  return {
    name: `an HTML page with ${status} is an error of the SDK with its status`,
    why: 'Firewalls and proxies answer with HTML pages, and only the status shows what went wrong.',
    async run(lab) {
      const settlement = await receive(lab, page(status, text))
      const isOwned = settlement.state === 'rejected' && lab.sdk.owns(settlement.error)
      const isReported = isOwned && shows(settlement.error, String(status))
      return {
        passed: isReported,
        saw: `${inWords(settlement)}${isReported ? '' : ', status lost'}`,
      }
    },
  }
}

/** Answers with a body that is no JSON, or with none. */
export const answerRows: ScenarioGroup = {
  title: 'Strange answers',
  scenarios: [
    pageOf(403, '<html>Access denied</html>'),
    pageOf(502, '<html>Bad gateway</html>'),
    {
      name: 'broken JSON with 200 is an error of the SDK',
      why: 'A bare SyntaxError says "Unexpected token", but names neither the call nor the request.',
      async run(lab) {
        const settlement = await receive(lab, raw(200, '{"id": "ct_1", "em'))
        return {
          passed: settlement.state === 'rejected' && lab.sdk.owns(settlement.error),
          saw: inWords(settlement),
        }
      },
    },
    {
      name: 'an empty 200 does not crash',
      why: 'The call returns no result or fails with an error of the SDK, but not with a TypeError.',
      async run(lab) {
        const settlement = await receive(lab, raw(200))
        const isEmpty = settlement.state === 'resolved' && !settlement.value
        const isReported = settlement.state === 'rejected' && lab.sdk.owns(settlement.error)
        return { passed: isEmpty || isReported, saw: inWords(settlement) }
      },
    },
    {
      name: 'a 204 is a success',
      why: 'In HTTP, 204 is a success without a body.',
      async run({ serve, connect }) {
        const server = await serve((response) => response.writeHead(204).end())
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).remove('ct_1'))
        return { passed: settlement.state === 'resolved', saw: inWords(settlement) }
      },
    },
  ],
}

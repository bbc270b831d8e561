import type { Reply } from './reply.ts'
import { hang, pour, stall } from './reply.ts'
import type { Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, settle, timedOut } from './settle.ts'

const timeoutMs = 300

/** Long, because a machine may be busy, but far shorter than a client without a limit would wait. */
const soonMs = 2_500

/** One byte of JSON every 30 ms, without end. */
const drip = pour({ 'content-type': 'application/json' }, async function* () {
  for (;;) {
    yield ' '
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
})

function timesOut(name: string, why: string, reply: Reply): Scenario {
  return {
    name,
    why,
    evidence: 'openai/openai-node#1825, browserbase/sdk-node#206',
    needs: ['timeout'],
    async run({ serve, connect }) {
      const server = await serve(reply)
      const settings = { timeoutMs, maxRetries: 0 }
      const settlement = await settle(() => connect(server, settings).get('ct_1'), soonMs)
      return { passed: timedOut(settlement, timeoutMs), saw: inWords(settlement) }
    },
  }
}

/** Servers that take too long. */
export const timeRows: ScenarioGroup = {
  title: 'Time limits',
  scenarios: [
    timesOut('a call to a server that never answers times out', 'A call must end.', hang),
    timesOut(
      'a body that stalls times out',
      'If the limit covers only the headers, a worker waits forever for the rest of the body.',
      stall,
    ),
    timesOut(
      'a body that arrives byte by byte times out',
      'Each byte resets an idle limit, so the caller would wait forever.',
      drip,
    ),
    {
      name: 'one limit covers the whole call, including retries',
      why: 'A request handler has a fixed time to answer, whatever the number of attempts.',
      needs: ['deadline'],
      async run({ serve, connect }) {
        const server = await serve(hang)
        // All attempts together would take longer than the scenario waits.
        const connection = connect(server, { timeoutMs: 500, maxRetries: 4 })
        const deadlineMs = 800
        const settlement = await settle(() => connection.get('ct_1', { deadlineMs }), soonMs)
        return {
          passed: timedOut(settlement, deadlineMs),
          saw: `${server.seen.length} sent, ${inWords(settlement)}`,
        }
      },
    },
  ],
}

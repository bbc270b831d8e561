import type { FaultServer } from './fault-server.ts'
import { json, type Reply } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

const clientCount = 16
/** How many of the slowest clients are left out: a pause of the machine must not count as jitter. */
const leftOutCount = 2
/**
 * How much the waits must differ in every round. A busy machine may stretch some waits of one round, but
 * not of every round.
 */
const jitterMs = 40
const roundCount = 3
const callsInOutage = 60

/** Refuses the first request of each path and answers the others. */
function refuseFirst(refuse: Reply, answer: Reply): Reply {
  const known = new Set<string>()
  return (response, request) => {
    const reply = known.has(request.url) ? answer : refuse
    known.add(request.url)
    reply(response, request)
  }
}

/** How long clients waited between their two requests, and how much their waits differ. */
function waitsOf({ seen, times }: FaultServer, ids: readonly string[]) {
  const waits = ids
    .map((id) => times.filter((_, index) => seen[index]?.url.endsWith(`/${id}`)))
    .map(([first = Number.NaN, second = Number.NaN]) => second - first)
    .toSorted((one, other) => one - other)
  const shortest = Math.round(waits[0] ?? Number.NaN)
  const longest = Math.round(waits[clientCount - 1 - leftOutCount] ?? Number.NaN)
  return { shortest, longest, spread: longest - shortest }
}

/** The load of many clients, or many calls, on a server that already has problems. */
export const stormRows: ScenarioGroup = {
  title: 'Many at once',
  scenarios: [
    {
      name: 'clients that failed together do not retry together',
      why: 'Without jitter, all callers retry in the same millisecond and cause the next outage.',
      evidence: 'AWS Architecture Blog, "Exponential Backoff And Jitter"',
      needs: ['retries'],
      alone: true,
      async run({ sdk, serve, connect }) {
        const { refusal, object } = sdk.dialect
        const server = await serve(
          refuseFirst(refusal(503, 'unavailable', 'Down.'), json(object('ct_1'))),
        )
        const found: ReturnType<typeof waitsOf>[] = []
        for (let round = 0; round < roundCount; round++) {
          const ids = Array.from({ length: clientCount }, (_, index) => `ct_${round}_${index}`)
          await Promise.all(ids.map((id) => settle(() => connect(server).get(id))))
          found.push(waitsOf(server, ids))
        }
        const [least] = found.toSorted((one, other) => one.spread - other.spread)
        return {
          passed: least !== undefined && least.spread >= jitterMs,
          saw: `waits from ${least?.shortest} to ${least?.longest} ms`,
        }
      },
    },
    {
      name: 'an outage causes at most twice the usual requests',
      why: 'Three times the load can keep a server down. gRPC, Finagle and the AWS SDKs have a retry budget.',
      evidence: 'Google SRE Book, chapter 22',
      needs: ['retries'],
      async run({ sdk, serve, connect }) {
        const server = await serve(sdk.dialect.refusal(503, 'unavailable', 'Down.'))
        const connection = connect(server)
        const calls = Array.from({ length: callsInOutage }, () =>
          settle(() => connection.get('ct_1'), 8_000),
        )
        await Promise.all(calls)
        const { length } = server.seen
        return {
          passed: length <= 2 * callsInOutage,
          saw: `${length} requests of ${callsInOutage} calls`,
        }
      },
    },
    {
      name: 'after an outage the next call of the same client succeeds',
      why: 'The protection of a failing server must not refuse calls once the server works again.',
      async run({ sdk, serve, connect }) {
        const { refusal, object } = sdk.dialect
        const state = { up: false }
        const down = refusal(503, 'unavailable', 'Down.')
        const server = await serve((response, request) =>
          (state.up ? json(object('ct_1')) : down)(response, request),
        )
        const connection = connect(server)
        await Promise.all(
          Array.from({ length: 30 }, () => settle(() => connection.get('ct_1'), 8_000)),
        )
        state.up = true
        const settlement = await settle(() => connection.get('ct_1'))
        return { passed: settlement.state === 'resolved', saw: inWords(settlement) }
      },
    },
  ],
}

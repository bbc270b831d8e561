import { createClient } from '@doorkit/client'
import type { BenchOptions, Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { checkDocument, documentText } from './document.ts'

const baseUrl = 'http://127.0.0.1/v1'
const headers = { 'content-type': 'application/json' }

interface Contestant {
  readonly name: string
  readonly call: () => Promise<unknown>
  readonly timesUs: number[]
}

/** Answers at once, without a network, as `fetch` does: what is left is the cost of the caller. */
async function stubFetch(_url: string, _init: RequestInit): Promise<Response> {
  return new Response(documentText, { headers })
}

/** The cost of a call of the client over a bare call of the same stub `fetch`. */
export async function measureOverhead({ quick }: BenchOptions) {
  const rounds = quick ? 3 : 60
  const callsPerRound = quick ? 5 : 500
  const client = createClient({ apiKey: 'dk_test_bench', baseUrl, fetch: stubFetch })
  const bare: Contestant = {
    name: 'bare fetch',
    call: async () => (await stubFetch(baseUrl, { headers })).json(),
    timesUs: [],
  }
  const ours: Contestant = {
    name: '@doorkit/client',
    call: async () => client.contacts.get('ct_1'),
    timesUs: [],
  }
  const contestants = [bare, ours]
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const timesUs = await timeCalls(contestant, callsPerRound)
      // The first rounds only let the compiler see the code.
      if (round >= rounds / 3) contestant.timesUs.push(...timesUs)
    }
  }
  const bareUs = median(bare.timesUs)
  const table: Table = {
    title: 'One call over a stub fetch that answers at once, in microseconds',
    columns: ['', 'p50', 'p90', 'over bare, p50'],
    rows: contestants.map(({ name, timesUs }) => [
      name,
      median(timesUs),
      quantile(timesUs, 0.9),
      median(timesUs) - bareUs,
    ]),
  }
  const target: Target = {
    name: 'overhead of a call over bare fetch, microseconds',
    value: median(ours.timesUs) - bareUs,
    atMost: 25,
  }
  return { table, target }
}

async function timeCalls({ name, call }: Contestant, count: number): Promise<number[]> {
  const timesUs: number[] = []
  for (let done = 0; done < count; done++) {
    const startedAt = performance.now()
    const answer = await call()
    timesUs.push((performance.now() - startedAt) * 1_000)
    checkDocument(answer, name)
  }
  return timesUs
}

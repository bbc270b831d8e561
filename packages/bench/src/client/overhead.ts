import { createClient } from '@doorkit/client'
import type { BenchOptions, Table, Target } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { median, quantile } from '../statistics.ts'
import { checkDocument, documentText } from './document.ts'

const baseUrl = 'http://127.0.0.1/v1'
const headers = { 'content-type': 'application/json' }

/** A stub of `fetch` that answers immediately, so that only the cost of the client is left. */
async function stubFetch(_url: string, _init: RequestInit): Promise<Response> {
  return new Response(documentText, { headers })
}

const client = createClient({ apiKey: 'dk_test_bench', baseUrl, fetch: stubFetch })
const calls = {
  'bare fetch': async () => (await stubFetch(baseUrl, { headers })).json(),
  '@doorkit/client': async () => client.contacts.get('ct_1'),
}
type ContenderName = keyof typeof calls

/** The cost of a call of the client, compared with a bare call of the same stub. */
export async function measureOverhead({ quick }: BenchOptions) {
  const names = Object.keys(calls) as ContenderName[]
  // The first rounds only warm up the compiler.
  const counts = quick ? { rounds: 2, warmUps: 1 } : { rounds: 40, warmUps: 20 }
  const results = await runRounds(names, counts, (name) => timeCalls(name, quick ? 5 : 500))
  const timesUs = (name: ContenderName) => (results.get(name) ?? []).flat()
  const overBare = (name: ContenderName) => median(timesUs(name)) - median(timesUs('bare fetch'))
  const table: Table = {
    title: 'One call over a stub fetch that answers immediately, in microseconds',
    columns: ['', 'p50', 'p90', 'over bare, p50'],
    rows: names.map((name) => [
      name,
      median(timesUs(name)),
      quantile(timesUs(name), 0.9),
      overBare(name),
    ]),
  }
  const target: Target = {
    name: 'overhead of a call over bare fetch, microseconds',
    value: overBare('@doorkit/client'),
    atMost: 25,
  }
  return { table, target }
}

async function timeCalls(name: ContenderName, count: number): Promise<number[]> {
  const timesUs: number[] = []
  for (let done = 0; done < count; done++) {
    const startedAt = performance.now()
    const answer = await calls[name]()
    timesUs.push((performance.now() - startedAt) * 1_000)
    checkDocument(answer, name)
  }
  return timesUs
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { type Child, startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import { type Bench, joinReports, type Report, type Table } from '../report.ts'
import { ratio, runRounds } from '../rounds.ts'
import { type Connection, openConnection } from '../server/connection.ts'
import { median, quantile } from '../statistics.ts'
import { pageRequest, type SiteFacts } from './site-facts.ts'

interface Usage {
  readonly cpuUs: number
  readonly rssBytes: number
}

const connectionCount = 16
/** A visitor may send 20 messages a minute. With these amounts, each sends 14 in all, warm-up included. */
const whole = {
  visits: 1_000,
  visitors: 800,
  messages: 1_600,
  rounds: 6,
  streams: [100, 1_000, 10_000],
}
const quick = { visits: 5, visitors: 64, messages: 64, rounds: 1, streams: [2, 4] }

const apis = ['site', 'workspace'] as const
type ApiName = (typeof apis)[number]

export const siteBench: Bench = {
  summary:
    'the site API: a first visit, messages compared with the workspace API, open event streams',
  async run(options) {
    const amounts = options.quick ? quick : whole
    return joinReports([
      await withServer(measureVisits, amounts),
      await withServer(measureMessages, amounts),
      await withServer(measureStreams, amounts),
    ])
  },
}

type Amounts = typeof whole
type Measure = (facts: SiteFacts, child: Child, amounts: Amounts) => Promise<Report>

/** Measures a new server, which runs in a process of its own. */
async function withServer(measure: Measure, amounts: Amounts): Promise<Report> {
  await using databases = openDatabases()
  const file = new URL('./site-process.ts', import.meta.url)
  const child = await startChild(file, [await databases.addressFor('sqlite')])
  try {
    return await measure(child.greeting as SiteFacts, child, amounts)
  } finally {
    child.stop()
  }
}

/** @param collects - whether the child collects garbage first. */
const usageOf = async (child: Child, collects = false) => (await child.ask({ collects })) as Usage

async function beginVisit(facts: SiteFacts, connection: Connection): Promise<string> {
  const body = {
    page_url: `${facts.origin}/prices?utm_source=news`,
    referrer: 'https://a.example/',
  }
  const request = pageRequest(facts, 'POST', '/site/visits', facts.siteKey, body)
  const answer = await connection.ask(request)
  if (answer.status !== 201) throw new Error(`A visit was refused: ${answer.body}`)
  return JSON.parse(answer.body).visit_token
}

async function beginVisits(facts: SiteFacts, count: number): Promise<string[]> {
  const tokens: string[] = []
  await overConnections(facts, count, async (connection) => {
    tokens.push(await beginVisit(facts, connection))
  })
  return tokens
}

/** Repeats some work this many times, over a few connections at the same time. */
async function overConnections(
  { port }: SiteFacts,
  count: number,
  work: (connection: Connection, at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const size = Math.min(count, connectionCount)
  await Promise.all(
    Array.from({ length: size }, async () => {
      const connection = await openConnection(port)
      try {
        while (next < count) await work(connection, next++)
      } finally {
        connection.close()
      }
    }),
  )
}

/** Measures the first answer that a page waits for, one visitor after the other. */
async function measureVisits(facts: SiteFacts, child: Child, { visits }: Amounts): Promise<Report> {
  const connection = await openConnection(facts.port)
  try {
    for (let warmUp = 0; warmUp < visits / 5; warmUp += 1) await beginVisit(facts, connection)
    const before = await usageOf(child)
    const times: number[] = []
    while (times.length < visits) {
      const start = performance.now()
      await beginVisit(facts, connection)
      times.push(performance.now() - start)
    }
    const cpuUs = ((await usageOf(child)).cpuUs - before.cpuUs) / visits
    return {
      tables: [
        {
          title: 'The first answer of POST /visits, SQLite',
          columns: ['', 'median ms', 'p99 ms', 'CPU µs'],
          rows: [['a new visitor', median(times), quantile(times, 0.99), cpuUs]],
        },
      ],
      targets: [{ name: 'median ms of a first visit', value: median(times), atMost: 10 }],
    }
  } finally {
    connection.close()
  }
}

/** Messages per second through each API, in alternating rounds. */
async function measureMessages(
  facts: SiteFacts,
  child: Child,
  { visitors, messages, rounds }: Amounts,
): Promise<Report> {
  const tokens = await beginVisits(facts, visitors)
  const sessions: string[] = []
  await overConnections(facts, visitors, async (connection) => {
    const request = pageRequest(facts, 'POST', '/v1/chat/sessions', facts.apiKey, {})
    sessions.push(JSON.parse((await connection.ask(request)).body).id)
  })
  let count = 0
  const requestTo: Record<ApiName, (at: number) => string> = {
    site: (at) => {
      const body = { id: `m${count++}`, text: 'And then?', stream: false }
      return pageRequest(facts, 'POST', '/site/messages', tokens[at % visitors] ?? '', body)
    },
    workspace: (at) => {
      const path = `/v1/chat/sessions/${sessions[at % visitors]}/messages`
      return pageRequest(facts, 'POST', path, facts.apiKey, { text: 'And then?' })
    },
  }
  const results = await runRounds(apis, { rounds }, async (name) => {
    const before = await usageOf(child)
    const start = performance.now()
    await overConnections(facts, messages, async (connection, at) => {
      const { status, body } = await connection.ask(requestTo[name](at))
      if (status !== 200 || !body.includes('Thank you.')) throw new Error(`${name}: ${body}`)
    })
    const seconds = (performance.now() - start) / 1_000
    const cpuUs = ((await usageOf(child)).cpuUs - before.cpuUs) / messages
    return { perSecond: messages / seconds, cpuUs }
  })
  const rows = apis.map((name) => {
    const found = results.get(name) ?? []
    return [
      name,
      median(found.map(({ perSecond }) => perSecond)),
      median(found.map(({ cpuUs }) => cpuUs)),
    ]
  })
  const share = ratio(results, 'site', 'workspace', ({ perSecond }) => perSecond)
  return {
    tables: [
      {
        title: `Messages with their answers, ${connectionCount} at once, SQLite`,
        columns: ['API', 'per second', 'CPU µs'],
        rows,
      },
    ],
    targets: [
      { name: 'messages per second, relative to the workspace API', value: share, atLeast: 0.5 },
    ],
  }
}

/** The memory of open event streams, each of a different visitor. */
async function measureStreams(
  facts: SiteFacts,
  child: Child,
  { streams }: Amounts,
): Promise<Report> {
  const tokens = await beginVisits(facts, Math.max(...streams))
  const start = (await usageOf(child, true)).rssBytes
  const ends: (() => void)[] = []
  const rows: Table['rows'][number][] = []
  let each = Number.NaN
  try {
    for (const amount of streams) {
      await openStreams(facts, tokens.slice(ends.length, amount), ends)
      const { rssBytes } = await usageOf(child, true)
      each = (rssBytes - start) / amount / 1_024
      rows.push([amount.toLocaleString('en'), rssBytes / 1_048_576, each])
    }
  } finally {
    for (const end of ends) end()
  }
  return {
    tables: [{ title: 'Open event streams, SQLite', columns: ['streams', 'MB', 'KB each'], rows }],
    targets: [{ name: 'KB of an open event stream', value: each, atMost: 30 }],
  }
}

async function openStreams(
  facts: SiteFacts,
  tokens: readonly string[],
  ends: (() => void)[],
): Promise<void> {
  let next = 0
  const open = async (token: string) => {
    const socket = connect({ port: facts.port, host: '127.0.0.1' })
    ends.push(() => socket.destroy())
    socket.setEncoding('latin1').write(pageRequest(facts, 'GET', '/site/events', token))
    let read = ''
    // The first `status` event means that the stream is open.
    while (!read.includes('event: status')) {
      const [part] = await once(socket, 'data')
      read += part
      if (!read.startsWith('HTTP/1.1 200')) throw new Error(`A stream was refused: ${read}`)
    }
    socket.resume()
  }
  await Promise.all(
    Array.from({ length: connectionCount }, async () => {
      while (next < tokens.length) await open(tokens[next++] ?? '')
    }),
  )
}

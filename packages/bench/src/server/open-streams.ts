import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { openDatabases } from '../databases.ts'
import type { BenchOptions, Report } from '../report.ts'
import type { ContenderFacts } from './contender.ts'
import { workspaceCounts } from './people.ts'
import { contextAt, type RequestContext } from './request-kinds.ts'
import { type RunningContender, runContender } from './run-contender.ts'

/** A streamed reply that has started. */
interface OpenStream {
  hasEnded(): boolean
  /** Resolves with the complete reply at its end. */
  readonly text: Promise<string>
}

/** The memory of open chat streams, and the cost of a read while they are open. */
export async function measureOpenStreams({ quick }: BenchOptions): Promise<Report> {
  const amounts = quick ? [2, 4] : [10, 100, 1_000, 10_000]
  const reads = quick ? 10 : 500
  const counts = workspaceCounts(quick)
  await using databases = openDatabases()
  const contender = await runContender('Doorkit', {
    store: 'sqlite',
    address: await databases.addressFor('sqlite'),
    amounts: {
      ...counts,
      contacts: 0,
      sessions: Math.max(...amounts) / counts.workspaces,
      conversations: 0,
    },
    holdsStreams: true,
  })
  const { facts, usage } = contender
  const rows: (string | number)[][] = []
  const streams: OpenStream[] = []
  try {
    for (const amount of [0, ...amounts]) {
      while (streams.length < amount) {
        const more = Math.min(amount - streams.length, 100)
        const contexts = Array.from({ length: more }, (_, at) =>
          contextAt(facts, streams.length + at),
        )
        streams.push(...(await Promise.all(contexts.map((context) => openStream(facts, context)))))
      }
      const { rssBytes } = await usage()
      rows.push([
        amount.toLocaleString('en'),
        rssBytes / 1_048_576,
        await costOfRead(contender, reads),
      ])
    }
    if (streams.some((stream) => stream.hasEnded())) throw new Error('A stream did not stay open.')
    await usage({ endStreams: true })
    for (const { text } of streams) {
      const whole = await text
      if (!whole.endsWith('data: [DONE]\n\n')) throw new Error(`A stream ended early: ${whole}`)
    }
    return {
      tables: [
        {
          title: 'Open chat streams, SQLite',
          columns: ['streams', 'MB', 'CPU µs a read'],
          rows,
        },
      ],
      targets: [
        { name: 'MB with all streams open', value: Number(rows.at(-1)?.[1]), atMost: 1_000 },
      ],
    }
  } finally {
    contender.stop()
  }
}

async function openStream(facts: ContenderFacts, context: RequestContext): Promise<OpenStream> {
  const session = context.sessions[context.count]
  const asked = ask(facts, context, 'POST', `/chat/sessions/${session}/messages`)
  asked.end(JSON.stringify({ text: 'Hello', stream: true }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream was refused: ${answer.statusCode}`)
  let read = ''
  answer.setEncoding('utf8').on('data', (part: string) => {
    read += part
  })
  const text = once(answer, 'end').then(() => read)
  // The reader of the text reports any failure.
  text.catch(() => {})
  return { hasEnded: () => answer.complete, text }
}

async function costOfRead({ facts, usage }: RunningContender, reads: number): Promise<number> {
  const before = await usage()
  for (let count = 0; count < reads; count++) {
    const context = contextAt(facts, count)
    const asked = ask(facts, context, 'GET', `/chat/sessions/${context.sessions[0]}`)
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  return ((await usage()).cpuUs - before.cpuUs) / reads
}

function ask(
  { port }: ContenderFacts,
  { key }: RequestContext,
  method: string,
  path: string,
): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return request({ port, host: '127.0.0.1', method, path: `/v1${path}`, headers, agent: false })
}

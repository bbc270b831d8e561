import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import type { BenchOptions, Report } from '../report.ts'
import type { RoundRequest, RoundResult } from './load-process.ts'
import { workspaceCounts } from './people.ts'
import { contactKinds } from './request-kinds.ts'
import { runContender } from './run-contender.ts'

const steps = 10

/** The memory of the kit during a million requests. The load spends two thirds of its time on reads. */
export async function measureEndurance({ quick }: BenchOptions): Promise<Report> {
  const total = quick ? 200 : 1_000_000
  await using databases = openDatabases()
  const address = await databases.addressFor('sqlite')
  const contacts = quick ? 50 : 500
  const amounts = { ...workspaceCounts(quick), contacts, sessions: 0, conversations: 0 }
  const { facts, usage, stop } = await runContender('Doorkit', {
    store: 'sqlite',
    address,
    amounts,
  })
  const load = await startChild(new URL('./load-process.ts', import.meta.url))
  const megabytes = async () => (await usage()).rssBytes / 1_048_576
  try {
    const rows = [['0', await megabytes()]]
    let done = 0
    for (let step = 1; step <= steps; step++) {
      while (done < (total / steps) * step) {
        for (const kind of contactKinds) {
          const durationMs = quick ? 20 : 2_000
          const given = { contender: 'Doorkit', facts, kind, connections: 16 }
          const round: RoundRequest = { ...given, durationMs }
          done += ((await load.ask(round)) as RoundResult).requests
        }
      }
      rows.push([done.toLocaleString('en'), await megabytes()])
    }
    return {
      tables: [{ title: 'SQLite, memory over requests', columns: ['requests', 'MB'], rows }],
      targets: [
        {
          name: 'memory after all requests, relative to that after a tenth',
          value: Number(rows.at(-1)?.[1]) / Number(rows[1]?.[1]),
          atMost: 1.1,
        },
      ],
    }
  } finally {
    stop()
    load.stop()
  }
}

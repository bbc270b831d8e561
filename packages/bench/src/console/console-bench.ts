import type { Doorkit } from '@doorkit/server'
import { fillLargeWorkspace, openLarge } from '../../../server/test/console/large-workspace.ts'
import { screenReads } from '../../../server/test/console/screen-reads.ts'
import { openDatabases } from '../databases.ts'
import type { Bench, BenchOptions } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { median, quantile } from '../statistics.ts'

const origin = 'http://localhost'

export const consoleBench: Bench = {
  summary: 'the time of each screen of the console, over a large workspace',
  async run({ quick }: BenchOptions) {
    const [rows, rounds] = quick ? [500, 2] : [100_000, 20]
    await using databases = openDatabases()
    const file = await databases.addressFor('sqlite')
    const { workspace, endpoint, conversation, counts } = await fillLargeWorkspace(file, rows)
    const doorkit = openLarge(file)
    const reads = {
      ...screenReads,
      'conversations with a lead': ['/conversations?limit=50&has_lead=true'],
      'one conversation': [`/conversations/${conversation}?expand=messages`],
      'one endpoint': [
        `/webhook_endpoints/${endpoint}`,
        `/webhook_endpoints/${endpoint}/deliveries?limit=25`,
      ],
      'failed deliveries': [`/webhook_endpoints/${endpoint}/deliveries?limit=25&status=failed`],
      'a diagnosis': [`/webhook_endpoints/${endpoint}/diagnosis`],
      'a trial search': ['/knowledge_search?text=How+long+does+delivery+take%3F'],
    }
    const read = createReader(doorkit, workspace)
    // No round is a warm-up, because the table shows the first reads.
    const once = { rounds, warmUps: 0 }
    const times = await runRounds(Object.entries(reads), once, async ([, paths]) => {
      const begun = performance.now()
      await Promise.all(paths.map(read))
      return performance.now() - begun
    })
    await doorkit.close()
    const all = [...times.values()].flat()
    return {
      tables: [
        {
          title: 'SQLite, ms of the reads of a screen',
          columns: ['', 'first', 'p50', 'p90'],
          rows: [...times].map(([[screen], ms]) => [
            screen,
            ms[0] ?? null,
            median(ms),
            quantile(ms, 0.9),
          ]),
        },
        { title: 'Rows', columns: ['', 'rows'], rows: Object.entries(counts) },
      ],
      targets: [{ name: 'the slowest screen, ms', value: Math.max(...all), atMost: 1_000 }],
    }
  },
}

/** Returns a function that sends requests as a page of the console does, for a person who is signed in. */
function createReader(doorkit: Doorkit, workspace: string) {
  const console = doorkit.console({
    authorize: () => ({ workspace, person: { id: 'u1', name: 'Grace' }, role: 'owner' }),
  })
  return async (path: string) => {
    const answer = await console.fetch(`${origin}/console/api${path}`, {
      mountPath: '/console',
      headers: { 'Doorkit-Console': '1', Host: 'localhost' },
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    await answer.text()
  }
}

import { DatabaseSync } from 'node:sqlite'
import { createDoorkit, type Doorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { seedDemo } from '../../../cli/src/demo/seed-demo.ts'
import { screenReads } from '../../../server/test/console/screen-reads.ts'
import { openDatabases } from '../databases.ts'
import type { Bench, BenchOptions } from '../report.ts'
import { median, quantile } from '../statistics.ts'

/**
 * The tables that are filled, with the column that moves each copy into the past. The log of requests
 * has a bounded number of rows, and is filled by requests.
 */
const filled: Readonly<Record<string, string>> = {
  conversations: 'started_at',
  contacts: 'created_at',
  meetings: 'start_at',
  events: 'created_at',
  webhook_deliveries: 'created_at',
  visits: 'started_at',
}

const origin = 'http://localhost'

/** How long the reads of each screen take in a workspace with many rows, on SQLite. */
export const consoleBench: Bench = {
  summary: 'the time of each screen of the console, with 100,000 rows of each kind',
  async run({ quick }: BenchOptions) {
    const [rows, rounds] = quick ? [500, 2] : [100_000, 20]
    await using databases = openDatabases()
    const file = await databases.addressFor('sqlite')
    const { workspace, endpoint, conversation } = await seed(file)
    const counts = copyRows(file, rows)
    const doorkit = open(file)
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
    const read = signIn(doorkit, workspace)
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const [screen, paths] of Object.entries(reads)) {
        const begun = performance.now()
        await Promise.all(paths.map(read))
        times.set(screen, [...(times.get(screen) ?? []), performance.now() - begun])
      }
    }
    await doorkit.close()
    const all = [...times.values()].flat()
    return {
      tables: [
        {
          title: 'SQLite, ms of the reads of a screen',
          columns: ['', 'first', 'p50', 'p90'],
          rows: [...times].map(([screen, ms]) => [
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

const open = (file: string): Doorkit =>
  createDoorkit({ store: sqliteStore({ file }), allowPrivateWebhooks: true, plans: 'unlimited' })

/** Fills a new workspace with the demonstration, an endpoint with deliveries, and requests. */
async function seed(file: string) {
  const doorkit = open(file)
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://acme.example' })
  const key = await doorkit.keys.create({ workspace: id, name: 'bench', access: 'full_access' })
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key.secret}`, 'Content-Type': 'application/json' }
    const sent = body && JSON.stringify(body)
    const answer = await doorkit.fetch(`${origin}/v1${path}`, {
      method,
      headers,
      body: sent ?? null,
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<{ id: string; data: { id: string }[] }>
  }
  const store = sqliteStore({ file })
  await seedDemo({ store, workspace: id })
  await store.close?.()
  const url = 'http://127.0.0.1:9/'
  const endpoint = await call('POST', '/webhook_endpoints', { url, events: ['*'] })
  const { conversations } = doorkit.record(id)
  const conversation = await conversations.start({ page_url: 'https://acme.example/' })
  for (let nth = 0; nth < 50; nth += 1) {
    await conversations.captureLead(conversation, { email: `visitor-${nth}@example.com` })
    for (let more = 0; more < 4; more += 1) await call('GET', '/me')
  }
  await doorkit.close()
  return { workspace: id, endpoint: endpoint.id, conversation }
}

/** Copies rows until each table has enough of them. A copy is a second older than the one before. */
function copyRows(file: string, least: number): Record<string, number> {
  const database = new DatabaseSync(file)
  const countOf = (table: string) =>
    Number(database.prepare(`select count(*) as count from ${table}`).get()?.count)
  const counts: Record<string, number> = {}
  for (const [name, time] of Object.entries(filled)) {
    const table = `doorkit_${name}`
    const columns = database
      .prepare('select name from pragma_table_xinfo(?) where hidden = 0 and name <> ?')
      .all(table, '_seq')
      .map((column) => String(column.name))
    const copied = columns.map((column) => {
      if (column === 'id') return `id || '_' || copy`
      // These name one contact.
      if (column === 'email' && name === 'contacts') return `copy || '.' || email`
      if (column === 'external_id') return 'null'
      return column === time ? `"${time}" - copy * 1000` : `"${column}"`
    })
    const copies = Math.ceil(least / countOf(table)) - 1
    database.exec(
      `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
       with recursive numbers(copy) as (select 1 union all select copy + 1 from numbers where copy < ${copies})
       select ${copied.join(', ')} from ${table}, numbers where ${copies} > 0`,
    )
    counts[name] = countOf(table)
  }
  database.exec('analyze')
  database.close()
  return counts
}

/** Reads as a page of the console does that its host has signed in. */
function signIn(doorkit: Doorkit, workspace: string) {
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

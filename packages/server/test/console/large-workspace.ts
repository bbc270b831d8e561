import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@doorkit/store-sqlite'
import { seedDemo } from '../../../cli/src/demo/seed-demo.ts'
import { createDoorkit, type Doorkit } from '../../src/index.ts'

/**
 * The tables that are filled with copies of rows. Each copy has an earlier time in the named column. The
 * request log is not among them: it has a bounded number of rows, and requests fill it.
 */
const filled: Readonly<Record<string, string>> = {
  conversations: 'started_at',
  contacts: 'created_at',
  meetings: 'start_at',
  events: 'created_at',
  webhook_deliveries: 'created_at',
  visits: 'started_at',
}

/** Opens a server kit on a SQLite file. */
export const openLarge = (file: string): Doorkit =>
  createDoorkit({ store: sqliteStore({ file }), allowPrivateWebhooks: true, plans: 'unlimited' })

/**
 * Fills a SQLite file with a workspace that has the demo data, an endpoint with deliveries, requests,
 * and at least `least` rows in each table of `filled`.
 */
export async function fillLargeWorkspace(file: string, least: number) {
  const names = await seed(file)
  return { ...names, counts: copyRows(file, least) }
}

/** Fills a new workspace with the demo data, an endpoint with deliveries, and requests. */
async function seed(file: string) {
  const doorkit = openLarge(file)
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://acme.example' })
  const key = await doorkit.keys.create({ workspace: id, name: 'bench', access: 'full_access' })
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key.secret}`, 'Content-Type': 'application/json' }
    const sent = body && JSON.stringify(body)
    const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
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
      // An address and an external id belong to one contact only.
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

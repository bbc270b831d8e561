import { serve } from '@doorkit/cli'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import type { Report, Table, Target } from '../report.ts'
import { openConnection, requestText } from '../server/connection.ts'
import { median } from '../statistics.ts'

const unfiltered = '/conversations'
const filters = [
  'has_lead=true',
  'has_lead=false',
  'graded=true',
  'graded=false',
  'has_lead=true&graded=false',
  'include_test=true',
  'created_since=2020-01-01T00:00:00.000Z',
  'updated_since=2020-01-01T00:00:00.000Z',
]

/** The time of a page and of analytics, in workspaces of several sizes. */
export async function measureGrowth(database: string, quick: boolean): Promise<Report> {
  const sizes = quick ? [100, 200] : [10_000, 100_000, 1_000_000]
  const calls = quick ? 2 : 60
  const paths = [unfiltered, ...filters.map((filter) => `${unfiltered}?${filter}`), '/analytics']
  const kits = new Map<number, Awaited<ReturnType<typeof openKit>>>()
  try {
    for (const size of sizes) kits.set(size, await openKit(database, size))
    const times = new Map<string, number[]>()
    const timesOf = (path: string, size: number) => times.get(`${path} ${size}`) ?? []
    for (let call = -calls / 4; call < calls; call++) {
      for (const path of paths) {
        for (const [size, kit] of kits) {
          const startedAt = performance.now()
          await kit.get(path)
          const all = [...timesOf(path, size), performance.now() - startedAt]
          if (call >= 0) times.set(`${path} ${size}`, all)
        }
      }
    }
    const middle = (path: string, size: number) => median(timesOf(path, size))
    const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
    const grown = (path: string) => middle(path, largest) / middle(path, smallest)
    const relative = (path: string) => middle(path, largest) / middle(unfiltered, largest)
    const table: Table = {
      title:
        'PostgreSQL, ms of a page of 25 conversations and of analytics, as the workspace grows',
      columns: ['', ...sizes.map((size) => size.toLocaleString('en')), 'grown', 'of unfiltered'],
      rows: paths.map((path) => [
        path,
        ...sizes.map((size) => middle(path, size)),
        grown(path),
        path === '/analytics' ? null : relative(path),
      ]),
    }
    const targets: Target[] = [
      ...[unfiltered, '/analytics'].map((path) => ({
        name: `${path} at ${largest} conversations, relative to ${smallest}`,
        value: grown(path),
        atMost: 1.5,
      })),
      ...filters.map((filter) => ({
        name: `a page with ${filter}, relative to one without`,
        value: relative(`${unfiltered}?${filter}`),
        atMost: 1.5,
      })),
    ]
    return { tables: [table], targets }
  } finally {
    for (const kit of kits.values()) await kit.close()
  }
}

/** Creates a workspace with the demo data, and copies its conversations until there are enough. */
async function openKit(database: string, size: number) {
  const schema = await createSchema(database)
  const serving = await serve({
    storeUrl: schema.url,
    host: '127.0.0.1',
    port: 0,
    keys: true,
    demo: true,
    worker: false,
    allowPrivateWebhooks: false,
    allowPrivatePages: false,
    logger: silent,
  })
  await copyConversations(schema.url, size)
  const connection = await openConnection(Number(new URL(serving.origin).port))
  const headers = { Authorization: `Bearer ${serving.live?.secret}` }
  return {
    async get(path: string) {
      const { status, body } = await connection.ask(requestText('GET', `/v1${path}`, headers))
      if (status !== 200) throw new Error(`${path}: ${body}`)
    },
    async close() {
      connection.close()
      await serving.close()
      await schema.remove()
    },
  }
}

const ignore = () => {}
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Copies every conversation. The nth copy of each starts n seconds before the original. */
async function copyConversations(url: string, size: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const table = 'doorkit_conversations'
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ name }) => String(name))
  const copied = columns.map((name) => {
    if (name === 'id') return `id || '_' || copy`
    return ['started_at', 'updated_at'].includes(name) ? `${name} - copy * 1000` : name
  })
  const { rows: counts } = await client.query(`select count(*)::int as count from ${table}`)
  const copies = Math.ceil(size / counts[0].count) - 1
  await client.query(
    `insert into ${table} (${columns.join(', ')})
     select ${copied.join(', ')} from ${table}, generate_series(1, ${copies}) copy`,
  )
  await client.query(`vacuum analyze ${table}`)
  await client.end()
}

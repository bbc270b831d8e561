import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import type { Report } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { spread } from '../statistics.ts'
import { openWorkspace, type WorkspaceUnderLoad } from './open-workspace.ts'

const workspaceCount = 12
const writers = 16

/** Writes and deliveries per second, on one, two and three nodes of a cluster. */
export async function measureNodes(cluster: string, quick: boolean): Promise<Report> {
  const [count, rounds] = quick ? [8, 1] : [160, 7]
  const sink = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  const hook = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`
  const kits: Awaited<ReturnType<typeof openKit>>[] = []
  try {
    for (const nodes of [1, 2, 3]) kits.push(await openKit(cluster, nodes, hook))
    const results = await runRounds(kits, { rounds }, async (kit) => ({
      writes: count / (await timed(() => kit.write(count))),
      deliveries: count / (await timed(await kit.queue(count))),
    }))
    const rowsOf = (work: 'writes' | 'deliveries') =>
      [...results].map(([{ nodes }, all]) => [
        `${work}, nodes: ${nodes}`,
        ...spread(all.map((result) => result[work])),
      ])
    return {
      tables: [
        {
          title: `Citus on one machine, ${workspaceCount} workspaces, ${writers} writes at once`,
          columns: ['', 'per second', 'p10', 'p90'],
          rows: [...rowsOf('writes'), ...rowsOf('deliveries')],
        },
      ],
      targets: [],
    }
  } finally {
    for (const kit of kits) await kit.close()
    sink.closeAllConnections()
    sink.close()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

/** Opens a kit whose rows are on this many nodes. */
async function openKit(cluster: string, nodes: number, hook: string) {
  const schema = await createSchema(cluster)
  // Citus puts tables with the same number of shards on the same nodes: the nodes of the oldest table.
  const address = new URL(schema.url)
  const options = address.searchParams.get('options') ?? ''
  const ownShards = options.replace(/shard_count=\d+/, `shard_count=${12 + nodes}`)
  address.searchParams.set('options', ownShards)
  const doorkit = createDoorkit({
    store: postgresStore({ url: address.href }),
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
    plans: { apex: { requests_per_minute: 1_000_000, heavy_requests_per_minute: 1_000_000 } },
  })
  const restore = await chooseNodes(cluster, nodes)
  const workspaces: WorkspaceUnderLoad[] = []
  try {
    for (let number = 0; number < workspaceCount; number++) {
      workspaces.push(await openWorkspace(doorkit, [hook]))
    }
    await checkNodes(cluster, address, nodes)
  } finally {
    await restore()
  }
  const workspaceOf = (number: number) => workspaces[number % workspaceCount]
  let made = 0
  const withWriters = async (count: number, work: (number: number) => Promise<unknown>) => {
    const last = made + count
    const write = async () => {
      while (made < last) await work(made++)
    }
    await Promise.all(Array.from({ length: writers }, write))
  }
  return {
    nodes,
    write: (count: number) =>
      withWriters(count, async (number) => {
        const contact = { email: `c${number % 500}@example.com`, company: 'Acme' }
        await workspaceOf(number)?.call('POST', '/contacts', contact, `key-${number}`)
      }),
    /** Queues events, and returns a function that delivers them. Only the delivery is measured. */
    async queue(count: number) {
      await withWriters(count, async (number) => workspaceOf(number)?.book())
      return async () => {
        const { attempted } = await doorkit.worker.tick()
        if (attempted < count)
          throw new Error(`${attempted} of ${count} deliveries were attempted.`)
      }
    },
    async close() {
      await doorkit.close()
      await schema.remove()
    },
  }
}

async function checkNodes(cluster: string, address: URL, nodes: number): Promise<void> {
  const client = new pg.Client(cluster)
  await client.connect()
  const schema = /search_path=(\w+)/.exec(address.searchParams.get('options') ?? '')?.[1]
  const { rows } = await client.query(
    `select count(distinct nodeport)::int as count from citus_shards where citus_table_type = 'distributed' and table_name::text like $1`,
    [`${schema}.%`],
  )
  await client.end()
  if (rows[0]?.count !== nodes) throw new Error(`The rows are on ${rows[0]?.count} nodes.`)
}

/**
 * Makes Citus put new tables on this many nodes only, with the coordinator as the last choice.
 * Returns a function that restores the settings of the nodes.
 */
async function chooseNodes(cluster: string, nodes: number): Promise<() => Promise<void>> {
  const client = new pg.Client(cluster)
  await client.connect()
  const set = `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1) from pg_dist_node where nodeid = $2`
  const { rows } = await client.query(
    `select nodeid as id, shouldhaveshards as had from pg_dist_node order by groupid = 0, nodeid`,
  )
  if (rows.length < 3) throw new Error('The cluster has fewer than three nodes.')
  for (const [index, { id }] of rows.entries()) await client.query(set, [index < nodes, id])
  return async () => {
    for (const { id, had } of rows) await client.query(set, [had, id])
    await client.end()
  }
}

import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { startPair } from '@doorkit/tests/postgres'
import { startServer, startWorker, stop } from './processes.ts'
import { startProxy } from './round-robin.ts'

/** Starts everything: a pair of databases, two servers, two workers and a proxy. */
export async function startCluster(port: number) {
  const pair = await startPair()
  const apiKey = await makeKey(pair.url)
  const servers = [await startServer(pair.url), await startServer(pair.url)]
  const workers = [await startWorker(pair.url), await startWorker(pair.url)]
  const ports = servers.map(({ line }) => Number(new URL(JSON.parse(line).base_url).port))
  const proxy = await startProxy(port, ports)
  return {
    baseUrl: `http://127.0.0.1:${proxy.port}/v1`,
    apiKey,
    servers,
    workers,
    /** Kills the primary, and promotes the standby. */
    async failOver() {
      await pair.killPrimary()
      await pair.promoteStandby()
    },
    async close() {
      await proxy.close()
      await Promise.all([...servers, ...workers].map(stop))
      await pair.stop()
    },
  }
}

/** Creates a workspace and an API key. */
async function makeKey(url: string): Promise<string> {
  const doorkit = createDoorkit({ store: postgresStore({ url }) })
  const input = { name: 'Cluster', website: 'https://cluster.example' }
  const { id: workspace } = await doorkit.workspaces.create(input)
  const key = await doorkit.keys.create({ workspace, name: 'Cluster', access: 'full_access' })
  await doorkit.close()
  return key.secret
}

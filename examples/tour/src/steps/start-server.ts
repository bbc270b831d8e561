import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, type Doorkit, type WorkspaceInfo } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { sqliteStore } from '@doorkit/store-sqlite'
import { heading, say } from '../step.ts'

/** The server of the tour. */
export interface TourServer {
  readonly baseUrl: string
  readonly doorkit: Doorkit
  readonly workspace: WorkspaceInfo
  close(): Promise<void>
}

/** Hosts the API on a free port, with a new SQLite file. */
export async function startServer(file: string): Promise<TourServer> {
  const doorkit = createDoorkit({
    store: sqliteStore({ file }),
    allowPrivateWebhooks: true,
    payloadDelayMs: 50,
    worker: { pollMs: 50 },
  })
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
  })
  const server = createServer(toNode(doorkit)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await doorkit.worker.start()
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  say(`${heading('Server')}${baseUrl} serves ${workspace.id} from ${file}`)
  return {
    baseUrl,
    doorkit,
    workspace,
    async close() {
      server.closeAllConnections()
      server.close()
      await doorkit.close()
    },
  }
}

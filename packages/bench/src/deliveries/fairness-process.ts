// The kit with many endpoints, in a process of its own: queues a backlog, then delivers it.
import { createDoorkit, generateMasterKey } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'

/** The file of its store, and the endpoints of each of its workspaces. */
export interface FairnessOptions {
  readonly file: string
  readonly workspaces: readonly (readonly string[])[]
}

/** Begins to deliver, after so many events were queued in each workspace. */
export interface FairnessRequest {
  readonly events: number
}

const [options = '{}'] = process.argv.slice(2)
const { file, workspaces } = JSON.parse(options) as FairnessOptions
const doorkit = createDoorkit({
  store: sqliteStore({ file }),
  masterKeys: [generateMasterKey()],
  allowPrivateWebhooks: true,
  payloadDelayMs: 0,
})

async function openRecord(urls: readonly string[]) {
  const input = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
  const { id: workspace } = await doorkit.workspaces.create(input)
  const owner = { workspace, name: 'bench', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  for (const url of urls) {
    const answer = await doorkit.fetch('http://localhost/v1/webhook_endpoints', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, events: ['*'] }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return doorkit.record(workspace)
}

const records = await Promise.all(workspaces.map(openRecord))

process.on('message', async ({ events }: FairnessRequest) => {
  for (const record of records) {
    for (let event = 0; event < events; event++) await record.conversations.start({})
  }
  process.send?.('queued')
  await doorkit.worker.start()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

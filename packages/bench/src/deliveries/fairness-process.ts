// The kit with many endpoints, in a process of its own: queues a backlog, then delivers it.
import { sqliteStore } from '@doorkit/store-sqlite'
import { openKit, openTenant } from '../stores/tenant.ts'

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
const doorkit = openKit(sqliteStore({ file }))
const tenants = await Promise.all(workspaces.map((urls) => openTenant(doorkit, urls)))

process.on('message', async ({ events }: FairnessRequest) => {
  await Promise.all(tenants.map(({ queue }) => queue(events)))
  process.send?.('queued')
  await doorkit.worker.start()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

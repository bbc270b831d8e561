// A child process that runs the kit with many endpoints: it queues a backlog and delivers it.
import { sqliteStore } from '@doorkit/store-sqlite'
import { openKit, openWorkspace } from '../stores/open-workspace.ts'

/** The file of the store, and the URLs of the endpoints of each workspace. */
export interface FairnessOptions {
  readonly file: string
  readonly workspaces: readonly (readonly string[])[]
}

/** Asks the process to queue a backlog and to deliver it. */
export interface FairnessRequest {
  /** The number of events to queue in each workspace before the delivery starts. */
  readonly events: number
}

const [options = '{}'] = process.argv.slice(2)
const { file, workspaces } = JSON.parse(options) as FairnessOptions
const doorkit = openKit(sqliteStore({ file }))
const opened = await Promise.all(workspaces.map((urls) => openWorkspace(doorkit, urls)))

process.on('message', async ({ events }: FairnessRequest) => {
  await Promise.all(opened.map(({ queue }) => queue(events)))
  process.send?.('queued')
  await doorkit.worker.start()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

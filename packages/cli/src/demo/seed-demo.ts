import { type Clock, systemClock } from '@doorkit/server'
import { dayMs, findWorkspace, schemaPlan, settings } from '@doorkit/server/internal'
import type { Store, WriteOp } from '@doorkit/store'
import { demoWrites } from './demo-writes.ts'

interface DemoOptions {
  readonly store: Store
  readonly workspace: string
  /** Sets the day of the demo. Default: the system clock. */
  readonly clock?: Clock | undefined
  readonly make?: typeof demoWrites | undefined
}

/** The progress of a demo, as stored in the collection `settings`. */
interface Progress {
  /** The start of the day on which the first call began to store the demo. */
  readonly today: number
  /** How many of its commits are done. */
  readonly commits: number
  readonly done: boolean
}

const maxCommitWrites = 250

/**
 * Fills a workspace with the demo: 90 days of visits and their outcomes, knowledge, opening tests, chat
 * buttons and personal links. Workspaces that are filled on the same day get the same content. A later call
 * completes an interrupted demo. A call for a complete demo adds nothing and returns `added: false`.
 *
 * @throws KitError `not_found` when there is no such workspace; Error if the demo could not be stored.
 */
export async function seedDemo(options: DemoOptions): Promise<{ added: boolean }> {
  const { store, workspace, clock = systemClock, make = demoWrites } = options
  await store.migrate(schemaPlan)
  const row = await findWorkspace(store, workspace)
  const progressId = `demo.${workspace}`
  const initial = { today: Math.floor(clock.now() / dayMs) * dayMs, commits: 0, done: false }
  await store.commit([
    settings.insert(progressId, {}, { value: JSON.stringify(initial) }, 'ignore'),
  ])
  const { progress } = await readProgress(store, progressId)
  if (progress.done) return { added: false }
  const groups = await make(row, progress.today)
  await commitAll(store, progressId, pack(groups))
  return { added: true }
}

async function readProgress(store: Store, progressId: string) {
  const row = await settings.get(store, progressId)
  if (!row) throw unfinished()
  return { rev: row.rev, progress: JSON.parse(row.data.value) as Progress }
}

/** Packs groups into commits of a bounded size, without splitting a group. */
function pack(groups: readonly (readonly WriteOp[])[]): WriteOp[][] {
  const commits: WriteOp[][] = []
  let last: WriteOp[] = []
  for (const group of groups) {
    if (commits.length === 0 || last.length + group.length > maxCommitWrites) {
      last = []
      commits.push(last)
    }
    last.push(...group)
  }
  return commits
}

/**
 * Makes the commits that are left. Each one also updates the progress, guarded by its revision. So each
 * happens once, even if several processes fill the workspace at the same time.
 */
async function commitAll(
  store: Store,
  progressId: string,
  commits: readonly WriteOp[][],
): Promise<void> {
  for (;;) {
    const { rev, progress } = await readProgress(store, progressId)
    const next = commits[progress.commits]
    if (progress.done || !next) return
    const count = progress.commits + 1
    const value = JSON.stringify({ ...progress, commits: count, done: count === commits.length })
    const result = await store.commit([
      ...next,
      settings.patch(progressId, { data: { value } }, { ifRev: rev }),
    ])
    if (!result.ok && (await readProgress(store, progressId)).rev === rev) throw unfinished()
  }
}

function unfinished(): Error {
  return new Error('The demo could not be stored. Try again.')
}

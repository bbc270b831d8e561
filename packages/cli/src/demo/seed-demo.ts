import { type Clock, systemClock } from '@doorkit/server'
import { dayMs, findWorkspace, schemaPlan, settings } from '@doorkit/server/internal'
import type { Store, WriteOp } from '@doorkit/server/store'
import { makeDemo } from './make-demo.ts'

/** The store and the workspace that {@link seedDemo} fills. */
export interface DemoOptions {
  /** The store of the workspace. */
  readonly store: Store
  /** The id of the workspace to fill. */
  readonly workspace: string
  /** Default: the machine's clock. Only its day counts. */
  readonly clock?: Clock | undefined
  /** What makes the writes of a demo. Default: {@link makeDemo}. */
  readonly make?: typeof makeDemo | undefined
}

/** The result of {@link seedDemo}. */
export interface DemoReport {
  /** False when the workspace had its demo already. */
  readonly added: boolean
}

/** The progress of a demo, as the store keeps it. */
interface Progress {
  /** The start of the day the demo was made on. */
  readonly today: number
  /** How many commits of it were made. */
  readonly commits: number
  readonly done: boolean
}

const largestCommit = 250

/**
 * Fills a workspace with the demonstration: 90 days of visits and what came of them, what the
 * agent knows, and what was set up. The same day gives the same content. Filling a workspace again
 * adds nothing; what was interrupted is completed.
 *
 * @throws KitError `not_found` when there is no such workspace.
 */
export async function seedDemo(options: DemoOptions): Promise<DemoReport> {
  const { store, workspace, clock = systemClock, make = makeDemo } = options
  await store.migrate(schemaPlan)
  const row = await findWorkspace(store, workspace)
  const mark = `demo.${workspace}`
  const begun = { today: Math.floor(clock.now() / dayMs) * dayMs, commits: 0, done: false }
  await store.commit([settings.insert(mark, {}, { value: JSON.stringify(begun) }, 'ignore')])
  const { progress } = await readProgress(store, mark)
  if (progress.done) return { added: false }
  const groups = await make(row, progress.today)
  await commitAll(store, mark, pack(groups))
  return { added: true }
}

async function readProgress(store: Store, mark: string) {
  const row = await settings.get(store, mark)
  if (!row) throw unfinished()
  return { rev: row.rev, progress: JSON.parse(row.data.value) as Progress }
}

/** Joins groups of writes that belong together to commits of a bounded size. */
function pack(groups: readonly (readonly WriteOp[])[]): WriteOp[][] {
  const commits: WriteOp[][] = []
  let last: WriteOp[] = []
  for (const group of groups) {
    if (commits.length === 0 || last.length + group.length > largestCommit) {
      last = []
      commits.push(last)
    }
    last.push(...group)
  }
  return commits
}

/**
 * Makes the commits that are not made yet. Each counts itself, under the guard of the mark: so
 * each happens once, even when several processes fill a workspace together.
 */
async function commitAll(store: Store, mark: string, commits: readonly WriteOp[][]): Promise<void> {
  for (;;) {
    const { rev, progress } = await readProgress(store, mark)
    const next = commits[progress.commits]
    if (progress.done || !next) return
    const made = progress.commits + 1
    const value = JSON.stringify({ ...progress, commits: made, done: made === commits.length })
    const result = await store.commit([
      ...next,
      settings.patch(mark, { data: { value } }, { ifRev: rev }),
    ])
    if (!result.ok && (await readProgress(store, mark)).rev === rev) throw unfinished()
  }
}

function unfinished(): Error {
  return new Error('The demonstration could not be stored. Try again.')
}

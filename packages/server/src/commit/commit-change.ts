import type { WriteOp } from '@doorkit/store'
import type { Services } from '../services/services.ts'
import { inLockOrder } from './lock-order.ts'

/** The operations to commit, and the reply to give once they are committed. */
export interface Change<Result> {
  readonly ops: readonly WriteOp[]
  readonly reply: Result
  /**
   * Turns a conflict on a unique index into an error. Without an error, the change is built again and
   * tried again.
   */
  readonly onConflict?:
    | ((index: string) => Error | undefined | Promise<Error | undefined>)
    | undefined
  /** Turns a failed guard into an error. Without an error, the change is built again and tried again. */
  readonly onGuard?: (() => Error | undefined | Promise<Error | undefined>) | undefined
}

/** Builds a change dated `at`. It must read the rows that it changes, each time. */
export type BuildChange<Result> = (at: number) => Change<Result> | Promise<Change<Result>>

const maxTries = 25

/**
 * How far to date a change into the future after it lost to readers this many times. Busy readers move
 * the horizon faster than a change can be tried again: without this, it would never commit.
 */
function postdateMs(timesLate: number): number {
  return timesLate < 4 ? 0 : Math.min(2 ** (timesLate - 4), 1_000)
}

/**
 * Commits a change to a workspace. A commit that loses a race is built again with a new time. That time
 * is never earlier than what a reader of the workspace has already seen.
 */
export async function commitChange<Result>(
  services: Pick<Services, 'store' | 'clock' | 'writeMutex' | 'reportTime'>,
  workspace: string,
  build: BuildChange<Result>,
): Promise<Result> {
  const { clock, writeMutex } = services
  const first = await attempt(services, workspace, build, clock.now())
  if (first.ok) return first.reply
  services.reportTime(workspace, first.nextAt)
  // Retries run one at a time: a hundred writers of one row would keep losing to each other.
  return writeMutex(workspace, async () => {
    let last = first
    let timesLate = Number(first.late)
    for (let tries = 1; tries < maxTries; tries++) {
      const at = Math.max(last.nextAt, clock.now()) + postdateMs(timesLate)
      const next = await attempt(services, workspace, build, at)
      if (next.ok) return next.reply
      timesLate += Number(next.late)
      last = next
    }
    throw new Error(
      `A change lost ${maxTries} races in a row: too many others write the same rows.`,
    )
  })
}

type Attempt<Result> =
  | { readonly ok: true; readonly reply: Result }
  /** Lost to a reader (`late`) or a writer. The next try must not be dated before `nextAt`. */
  | { readonly ok: false; readonly late: boolean; readonly nextAt: number }

async function attempt<Result>(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  build: BuildChange<Result>,
  at: number,
): Promise<Attempt<Result>> {
  const change = await build(at)
  const result = await store.commit(inLockOrder(change.ops), { at: { scope: workspace, at } })
  if (result.ok) return { ok: true, reply: change.reply }
  if (result.reason === 'late') return { ok: false, late: true, nextAt: result.horizon }
  const error = await (result.reason === 'conflict'
    ? change.onConflict?.(result.index)
    : change.onGuard?.())
  if (error) throw error
  return { ok: false, late: false, nextAt: at }
}

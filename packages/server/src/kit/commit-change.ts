import type { WriteOp } from '@doorkit/store'
import { inLockOrder } from './lock-order.ts'
import type { Services } from './services.ts'

/** The operations to commit, and the reply they amount to. */
export interface Change<Result> {
  readonly ops: readonly WriteOp[]
  readonly reply: Result
  /**
   * Turns a taken unique index into an error; without it, or when it returns nothing, the change
   * is built and tried again.
   */
  readonly onConflict?:
    | ((index: string) => Error | undefined | Promise<Error | undefined>)
    | undefined
  /** Turns a failed guard into an error; otherwise the change is built and tried again. */
  readonly onGuard?: (() => Error | undefined | Promise<Error | undefined>) | undefined
}

/** Builds a change that carries the time `at`. It must read what it changes. */
export type BuildChange<Result> = (at: number) => Change<Result> | Promise<Change<Result>>

const maxTries = 25

/**
 * How far ahead of now a change is dated that readers overtook this often. A try takes longer than
 * readers who never rest need to move their horizon again: without it they would starve it.
 */
function aheadMs(timesLate: number): number {
  return timesLate < 4 ? 0 : Math.min(2 ** (timesLate - 4), 1_000)
}

/**
 * Commits a change of a workspace. It is built again, with a new time, whenever the commit lost a
 * race; the time is never before what a reader of the workspace has already seen.
 */
export async function commitChange<Result>(
  services: Pick<Services, 'store' | 'clock' | 'takeTurns' | 'reportTime'>,
  workspace: string,
  build: BuildChange<Result>,
): Promise<Result> {
  const { clock, takeTurns } = services
  const first = await attempt(services, workspace, build, clock.now())
  if (first.ok) return first.reply
  services.reportTime(workspace, first.nextAt)
  // Losers go one at a time: a hundred that want the same row would lose to each other for long.
  return takeTurns(workspace, async () => {
    let last = first
    let timesLate = Number(first.late)
    for (let tries = 1; tries < maxTries; tries++) {
      const at = Math.max(last.nextAt, clock.now()) + aheadMs(timesLate)
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
  /** The race was lost, to a reader or a writer; another try is not dated before `nextAt`. */
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

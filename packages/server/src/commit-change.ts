import type { Services } from './services.ts'
import type { WriteOp } from './store/index.ts'

/** What is to be committed, and what it amounts to. */
export interface Change<Result> {
  readonly ops: readonly WriteOp[]
  readonly reply: Result
  /**
   * Turns a taken unique index into an error; without it, or when it returns nothing, the change
   * is built and tried again.
   */
  readonly onConflict?: ((index: string) => Error | undefined) | undefined
  /** Turns a failed guard into an error; otherwise the change is built and tried again. */
  readonly onGuard?: (() => Error | undefined | Promise<Error | undefined>) | undefined
}

/** Builds a change that carries the time `at`. It must read what it changes. */
export type BuildChange<Result> = (at: number) => Change<Result> | Promise<Change<Result>>

const maxTries = 25

/**
 * Commits a change of a workspace. It is built again, with a new time, whenever the commit lost a
 * race; the time is never before what a reader of the workspace has already seen.
 */
export async function commitChange<Result>(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  workspace: string,
  build: BuildChange<Result>,
): Promise<Result> {
  let at = clock.now()
  for (let tries = 0; tries < maxTries; tries++) {
    const change = await build(at)
    const result = await store.commit(change.ops, { at: { scope: workspace, at } })
    if (result.ok) return change.reply
    const error =
      result.reason === 'conflict'
        ? change.onConflict?.(result.index)
        : result.reason === 'guard'
          ? await change.onGuard?.()
          : undefined
    if (error) throw error
    at = Math.max(clock.now(), result.reason === 'late' ? result.horizon : 0)
  }
  throw new Error(`A change lost ${maxTries} races in a row: too many others write the same rows.`)
}

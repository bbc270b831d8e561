import type { Operation } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { Failure } from '../errors/failure.ts'
import { jsonAnswer, type WholeAnswer } from '../requests/http-answer.ts'
import type { RequestPrincipal } from '../requests/principal.ts'
import type { Services } from '../services/services.ts'
import {
  type IdempotencyLock,
  idempotencyKeyInUse,
  releaseIdempotencyKey,
} from './idempotency-lock.ts'

/** The writes to commit, and the reply to return once they are committed. */
export interface Change<Result> {
  readonly ops: readonly WriteOp[]
  readonly reply: Result
  /**
   * Turns a conflict on an id or a unique index into an error. If it returns none, the change is built
   * and committed again.
   */
  readonly onConflict?:
    | ((index: string) => Error | undefined | Promise<Error | undefined>)
    | undefined
  /** Turns a failed guard into an error. If it returns none, the change is built and committed again. */
  readonly onGuard?: (() => Error | undefined | Promise<Error | undefined>) | undefined
}

/** Builds a change dated `at`. Each call after the first must read again the rows that it changes. */
export type BuildChange<Result> = (at: number) => Change<Result> | Promise<Change<Result>>

/** The functions with which an operation commits its changes and uses its idempotency key. */
export interface Writer {
  /** Identifies this request and its repeats by their idempotency key; null without one. */
  readonly repeatId: string | null
  /**
   * Commits the first of several changes, and claims the idempotency key in the same commit.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  begin<Reply>(build: BuildChange<Reply>): Promise<Reply>
  /**
   * Claims the idempotency key in a commit of its own, before the first effect outside of this writer.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  claimKey(): Promise<void>
  /** Releases the idempotency key. Call it only if the answer is not replayed. */
  releaseKey(): Promise<void>
  /**
   * Commits a change together with its answer for replays. If the commit loses a race, `build` is called
   * again with a new time `at`, which dates the changed documents.
   */
  write<Reply>(build: BuildChange<Reply>, options?: ReplayOptions): Promise<Reply>
}

/** How the answer of a change is stored for replays. */
export interface ReplayOptions {
  /** False for answers that are not replayed: the idempotency key is released instead. */
  readonly replayed?: boolean | undefined
  /** False for an answer about no person. An erasure of anybody then does not make the commit fail. */
  readonly personal?: boolean | undefined
}

/** Makes the {@link Writer} of an operation. `settled` receives the committed answer. */
export function createWriter(
  services: Services,
  requestPrincipal: RequestPrincipal,
  operation: Operation,
  {
    lock,
    people,
  }: {
    /** Null without an idempotency key. */
    readonly lock: IdempotencyLock | null
    /** The people whom an answer to the request is about. */
    readonly people: (answer: WholeAnswer) => readonly string[]
  },
  settled: (answer: WholeAnswer) => void,
): Writer {
  /** Commits a change together with its writes to the idempotency key. */
  const commit = <Reply>(
    build: BuildChange<Reply>,
    keyOps: (reply: Reply) => readonly WriteOp[] | undefined,
  ) =>
    commitChange(services, requestPrincipal.workspace.id, async (at) => {
      const change = await build(at)
      return {
        ...change,
        ops: [...change.ops, ...(keyOps(change.reply) ?? [])],
        onConflict: async (index) => (await refusalIfAnswered(lock)) ?? change.onConflict?.(index),
        onGuard: async () => (await refusalIfAnswered(lock)) ?? change.onGuard?.(),
      }
    })
  async function begin<Reply>(build: BuildChange<Reply>): Promise<Reply> {
    const reply = await commit(build, () => lock?.claimWrites())
    lock?.markClaimed()
    return reply
  }
  return {
    repeatId: lock?.id ?? null,
    begin,
    claimKey: async () => (lock ? begin(() => ({ ops: [], reply: undefined })) : undefined),
    releaseKey: () => releaseIdempotencyKey(services.store, lock),
    async write(build, { replayed = true, personal = true } = {}) {
      let answer: WholeAnswer | undefined
      const reply = await commit(build, (value) => {
        answer = jsonAnswer(operation.reply.status, value)
        if (!replayed) return lock?.releaseWrites()
        return lock?.answerWrites(answer, personal ? people(answer) : [])
      })
      if (answer) settled(answer)
      return reply
    },
  }
}

/** The refusal of a change after another request with the same key was answered. */
async function refusalIfAnswered(lock: IdempotencyLock | null): Promise<Failure | undefined> {
  return lock && (await lock.findAnswer()) ? idempotencyKeyInUse(lock.param) : undefined
}

const mostAttempts = 25

const mostPostdatedMs = 1_000

/**
 * Commits a change to a workspace. A change that loses a race is built and dated again. The commit is
 * never dated before the time up to which a reader of the workspace has read.
 */
export async function commitChange<Result>(
  {
    store,
    clock,
    writeMutex,
    checkClock,
  }: Pick<Services, 'store' | 'clock' | 'writeMutex' | 'checkClock'>,
  workspace: string,
  build: BuildChange<Result>,
): Promise<Result> {
  let attempts = 0
  let timesLate = 0
  /** No attempt is dated before this time. */
  let nextAt = 0
  /** How far the next attempt is dated into the future. */
  let postdateMs = 0

  /** Returns the reply, or says to whom the attempt lost. */
  async function attempt(): Promise<{ readonly reply: Result } | 'reader' | 'writer'> {
    if (attempts === mostAttempts) {
      throw new Error(
        `A change lost ${mostAttempts} races in a row, to other commits of the same rows or to reads of the workspace.`,
      )
    }
    attempts += 1
    const from = clock.now()
    const at = Math.max(nextAt, from) + postdateMs
    const change = await build(at)
    const result = await store.commit(inLockOrder(change.ops), { at: { scope: workspace, at } })
    if (result.ok) return { reply: change.reply }
    if (result.reason === 'late') {
      nextAt = result.horizon
      timesLate += 1
      postdateMs = postdate(timesLate, clock.now() - from, postdateMs)
      checkClock(workspace, result.horizon)
      return 'reader'
    }
    const error = await (result.reason === 'conflict'
      ? change.onConflict?.(result.index)
      : change.onGuard?.())
    if (error) throw error
    nextAt = at - postdateMs
    return 'writer'
  }

  let last = await attempt()
  while (last === 'reader') last = await attempt()
  if (last !== 'writer') return last.reply
  // In each workspace, changes that lost to a writer are repeated one after another, because a hundred
  // writers of one row would keep losing to each other.
  return writeMutex(workspace, async () => {
    for (;;) {
      const again = await attempt()
      if (typeof again === 'object') return again.reply
    }
  })
}

/**
 * Returns how far to date a change into the future after it lost to a reader. Busy readers move the
 * horizon while the change is built, so a change with the current date might never commit. The date is
 * as far ahead as the last attempt took, or twice as far as before if that is more, but at most a
 * second. From the fourth loss, it is at least a millisecond ahead, so that doubling has an effect.
 */
function postdate(timesLate: number, tookMs: number, previousMs: number): number {
  const least = timesLate < 4 ? 0 : 1
  return Math.min(Math.max(least, tookMs, 2 * previousMs), mostPostdatedMs)
}

/**
 * Moves the additions of a commit to its end, sorted by collection and id. Many commits add to the same
 * rows, such as the counts of a day. This order keeps their locks short and prevents deadlocks. If a
 * commit also changes a row in another way, all its writes to that row stay where they are.
 */
export function inLockOrder(ops: readonly WriteOp[]): readonly WriteOp[] {
  if (!ops.some(isAddition)) return ops
  const others = new Set(ops.filter((op) => !isAddition(op)).map(rowOf))
  const isLast = (op: WriteOp) => isAddition(op) && !others.has(rowOf(op))
  const last = ops.filter(isLast).map((op) => ({ op, row: rowOf(op) }))
  last.sort((left, right) => (left.row < right.row ? -1 : Number(left.row > right.row)))
  return [...ops.filter((op) => !isLast(op)), ...last.map(({ op }) => op)]
}

/** Whether a write adds to a row, or inserts it if it does not exist yet. */
function isAddition(op: WriteOp): boolean {
  if (op.op === 'insert') return op.onConflict === 'ignore'
  return op.op === 'patch' && op.add !== undefined && op.ifRev === undefined
}

function rowOf(op: WriteOp): string {
  return `${op.in} ${op.op === 'insert' ? op.row.id : op.id}`
}

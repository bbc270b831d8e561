import type { Operation, Scope } from '@doorkit/models'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/index.ts'
import { jsonAnswer, type WholeAnswer } from './answer.ts'
import type { Caller } from './authenticate.ts'
import type { Lock } from './idempotency.ts'

/** What an operation changes, and what it answers once that is committed. */
export interface Change<Reply> {
  readonly ops: readonly WriteOp[]
  readonly reply: Reply
  /**
   * Turns a taken unique index into a refusal; without it, or when it returns nothing, the change
   * is built and tried again.
   */
  readonly onConflict?: ((index: string) => Failure | undefined) | undefined
  /** Turns a failed guard into a refusal; otherwise the change is built and tried again. */
  readonly onGuard?: (() => Failure | undefined) | undefined
}

/** What a handler knows of the request it serves. */
export interface Context extends Caller, Services {
  readonly requestId: string
  /** The id of the operation, such as `contacts.list`. */
  readonly operationId: string
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal
  /** The hold on the request's idempotency key, for operations that commit by themselves. */
  readonly lock: Lock | null
  /** Whether the key also holds a scope. */
  may(scope: Scope): boolean
  /**
   * Commits a change and the answer to replay as one. `build` is called again, with a new time,
   * whenever the commit lost a race; it must read what it changes. `at` is the time that the
   * changed documents carry.
   */
  write<Reply>(
    build: (at: number) => Change<Reply> | Promise<Change<Reply>>,
    options?: WriteOptions,
  ): Promise<Reply>
}

/** How a change is committed. */
export interface WriteOptions {
  /** False for answers that are not replayed: the idempotency key is freed instead. */
  readonly replayed?: boolean | undefined
}

const maxTries = 25

/** Makes {@link Context.write}; `settled` receives the answer that was committed. */
export function createWriter(
  services: Services,
  caller: Caller,
  operation: Operation,
  lock: Lock | null,
  settled: (answer: WholeAnswer) => void,
): Context['write'] {
  return async (build, { replayed = true } = {}) => {
    let at = services.clock.now()
    for (let tries = 0; tries < maxTries; tries++) {
      const change = await build(at)
      const answer = jsonAnswer(operation.reply.status, change.reply)
      const closing = lock ? [replayed ? lock.settle(answer) : lock.free()] : []
      const ops = [...change.ops, ...closing]
      const result = await services.store.commit(ops, { at: { scope: caller.workspace.id, at } })
      if (result.ok) {
        settled(answer)
        return change.reply
      }
      const failure =
        result.reason === 'conflict'
          ? change.onConflict?.(result.index)
          : result.reason === 'guard'
            ? change.onGuard?.()
            : undefined
      if (failure) throw failure
      if (result.reason === 'guard' && lock && !(await lock.held())) throw lostLock()
      at = Math.max(services.clock.now(), result.reason === 'late' ? result.horizon : 0)
    }
    throw new Failure('internal_error', 'Too many others change this at once. Send it again.')
  }
}

function lostLock(): Failure {
  const detail = 'This request took so long that its key was given to a retry. Send it again.'
  return new Failure('idempotency_key_in_use', detail, {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}

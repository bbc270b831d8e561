import type { Operation, Scope } from '@doorkit/models'
import { Failure } from '../errors/failure.ts'
import { jsonAnswer, type WholeAnswer } from './answer.ts'
import type { Caller } from './caller.ts'
import { type BuildChange, commitChange } from './commit-change.ts'
import type { Lock } from './idempotency-lock.ts'
import type { Services } from './services.ts'

/** The request that a handler serves, and all it needs to serve it. */
export interface Context extends Caller, Services {
  readonly requestId: string
  /** The id of the operation, such as `contacts.list`. */
  readonly operationId: string
  /** Gives the signal that is aborted when the client hangs up. */
  signal(): AbortSignal
  /** The hold on the request's idempotency key, for operations that commit by themselves. */
  readonly lock: Lock | null
  /** Adds to whom the answer is about, where neither the request nor the answer names them. */
  about(person: string): void
  /** Whether the key also holds a scope. */
  may(scope: Scope): boolean
  /**
   * Commits a change and the answer to replay as one. `build` is called again, with a new time,
   * whenever the commit lost a race; it must read what it changes. `at` is the time that the
   * changed documents carry.
   */
  write<Reply>(build: BuildChange<Reply>, options?: ReplayOptions): Promise<Reply>
}

/** How a change is committed. */
export interface ReplayOptions {
  /** False for answers that are not replayed: the idempotency key is freed instead. */
  readonly replayed?: boolean | undefined
  /** False for answers without a word about a person, whom the request names: kept in any case. */
  readonly personal?: boolean | undefined
}

/** The hold of a running request. */
export interface Holding {
  readonly lock: Lock | null
  /** Whom an answer of the request is about. */
  readonly people: (answer: WholeAnswer) => readonly string[]
}

/** Makes {@link Context.write}; `settled` receives the answer that was committed. */
export function createWriter(
  services: Services,
  caller: Caller,
  operation: Operation,
  { lock, people }: Holding,
  settled: (answer: WholeAnswer) => void,
): Context['write'] {
  return async (build, { replayed = true, personal = true } = {}) => {
    let answer: WholeAnswer | undefined
    const reply = await commitChange(services, caller.workspace.id, async (at) => {
      const change = await build(at)
      answer = jsonAnswer(operation.reply.status, change.reply)
      const about = lock && personal ? people(answer) : []
      const closing = replayed ? lock?.settle(answer, about) : lock && [lock.free()]
      return {
        ...change,
        ops: [...change.ops, ...(closing ?? [])],
        onGuard: async () =>
          (await change.onGuard?.()) ?? (lock && !(await lock.held()) ? lostLock() : undefined),
      }
    })
    if (answer) settled(answer)
    return reply
  }
}

function lostLock(): Failure {
  const detail = 'This request took so long that its key was given to a retry. Send it again.'
  return new Failure('idempotency_key_in_use', detail, {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}

import type { Operation, Scope } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { Failure } from '../errors/failure.ts'
import { jsonAnswer, type WholeAnswer } from './answer.ts'
import { type BuildChange, commitChange } from './commit-change.ts'
import { freeKey, idempotencyKeyInUse, type Lock } from './idempotency-lock.ts'
import type { Principal, RequestPrincipal } from './principal.ts'
import type { Services } from './services.ts'

/** The request that a handler serves, and all it needs to serve it. */
export interface Context<Who extends Principal = Principal>
  extends RequestPrincipal<Who>,
    Services {
  readonly requestId: string
  /** The id of the operation, such as `contacts.list`. */
  readonly operationId: string
  /** Gives the signal that is aborted when the client hangs up. */
  signal(): AbortSignal
  /** The event that a stream is to go on after, by the header `Last-Event-ID`; null without one. */
  readonly lastEventId: string | null
  /** Names this request and its repeats, by their idempotency key; null without one. */
  readonly repeatId: string | null
  /**
   * Commits the first change of an operation that acts outside of its last commit, and holds the
   * idempotency key from here on.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  begin<Reply>(build: BuildChange<Reply>): Promise<Reply>
  /** Holds the idempotency key from here on, where nothing is changed before the last commit. */
  hold(): Promise<void>
  /** Frees the idempotency key of an operation that came to nothing after its answer had begun. */
  free(): Promise<void>
  /** Adds to whom the answer is about, where neither the request nor the answer names them. */
  about(person: string): void
  /**
   * Waits until there is room in memory for an answer of about so many bytes: before anything is read that
   * may be long.
   *
   * @throws Failure `rate_limited` or `internal_error` (503).
   */
  room(bytes: number): Promise<void>
  /** Whether the caller also holds a scope. */
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
export interface IdempotencyHold {
  readonly lock: Lock | null
  /** Whom an answer of the request is about. */
  readonly people: (answer: WholeAnswer) => readonly string[]
}

/** Makes what an operation commits with; `settled` receives the answer that was committed. */
export function createWriter(
  services: Services,
  caller: RequestPrincipal,
  operation: Operation,
  { lock, people }: IdempotencyHold,
  settled: (answer: WholeAnswer) => void,
): Pick<Context, 'repeatId' | 'begin' | 'hold' | 'free' | 'write'> {
  /** Commits a change together with what it does to the key. */
  const commit = <Reply>(
    build: BuildChange<Reply>,
    toKey: (reply: Reply) => readonly WriteOp[] | undefined,
  ) =>
    commitChange(services, caller.workspace.id, async (at) => {
      const change = await build(at)
      return {
        ...change,
        ops: [...change.ops, ...(toKey(change.reply) ?? [])],
        onConflict: async (index) => (await lost(lock)) ?? change.onConflict?.(index),
        onGuard: async () => (await lost(lock)) ?? change.onGuard?.(),
      }
    })
  async function begin<Reply>(build: BuildChange<Reply>): Promise<Reply> {
    const reply = await commit(build, () => lock?.hold())
    lock?.held()
    return reply
  }
  return {
    repeatId: lock?.id ?? null,
    begin,
    hold: async () => (lock ? begin(() => ({ ops: [], reply: undefined })) : undefined),
    free: () => freeKey(services.store, lock),
    async write(build, { replayed = true, personal = true } = {}) {
      let answer: WholeAnswer | undefined
      const reply = await commit(build, (value) => {
        answer = jsonAnswer(operation.reply.status, value)
        const about = lock && personal ? people(answer) : []
        return replayed ? lock?.settle(answer, about) : lock?.free()
      })
      if (answer) settled(answer)
      return reply
    },
  }
}

/** The refusal of a change whose key another request has by now: its answer is the one to give. */
async function lost(lock: Lock | null): Promise<Failure | undefined> {
  return (await lock?.look()) ? idempotencyKeyInUse() : undefined
}

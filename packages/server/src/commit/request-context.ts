import type { Operation, Scope } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { Failure } from '../errors/failure.ts'
import { jsonAnswer, type WholeAnswer } from '../requests/http-answer.ts'
import type { Principal, RequestPrincipal } from '../requests/principal.ts'
import type { Services } from '../services/services.ts'
import { type BuildChange, commitChange } from './commit-change.ts'
import {
  type IdempotencyLock,
  idempotencyKeyInUse,
  releaseIdempotencyKey,
} from './idempotency-lock.ts'

/** The request that a handler serves, with everything that the handler needs. */
export interface Context<Who extends Principal = Principal>
  extends RequestPrincipal<Who>,
    Services {
  readonly requestId: string
  /** The id of the operation, such as `contacts.list`. */
  readonly operationId: string
  /** The signal that aborts when the client hangs up. */
  signal(): AbortSignal
  /** The id of the last event that the client has, from the header `Last-Event-ID`; null without one. */
  readonly lastEventId: string | null
  /** Identifies this request and its repeats by their idempotency key; null without one. */
  readonly repeatId: string | null
  /**
   * Claims the idempotency key and commits the first change, for operations with effects before their
   * last commit.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  begin<Reply>(build: BuildChange<Reply>): Promise<Reply>
  /**
   * Claims the idempotency key, for operations that change nothing before their last commit.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  claimKey(): Promise<void>
  /** Releases the idempotency key. Call it only if the answer is not replayed. */
  releaseKey(): Promise<void>
  /** Adds a person whom the answer is about, if neither the request nor the answer names them. */
  about(person: string): void
  /**
   * Waits until there is memory for an answer of about `bytes` bytes. Call it before you read anything
   * long.
   *
   * @throws Failure `rate_limited` or `internal_error` (503).
   */
  reserveMemory(bytes: number): Promise<void>
  /** Whether the principal has a scope besides the one that the operation requires. */
  may(scope: Scope): boolean
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
  /** False for answers that are about no person: then an erasure in the meantime does not fail the commit. */
  readonly personal?: boolean | undefined
}

/** A running request's lock on its idempotency key, and the people of its answer. */
export interface RequestLock {
  /** Null without an idempotency key. */
  readonly lock: IdempotencyLock | null
  /** The people whom an answer to the request is about. */
  readonly people: (answer: WholeAnswer) => readonly string[]
}

/** Makes the functions that an operation commits with. `settled` receives the committed answer. */
export function createWriter(
  services: Services,
  requestPrincipal: RequestPrincipal,
  operation: Operation,
  { lock, people }: RequestLock,
  settled: (answer: WholeAnswer) => void,
): Pick<Context, 'repeatId' | 'begin' | 'claimKey' | 'releaseKey' | 'write'> {
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

/** The refusal of a change after another request with the same key has answered. */
async function refusalIfAnswered(lock: IdempotencyLock | null): Promise<Failure | undefined> {
  return lock && (await lock.findAnswer()) ? idempotencyKeyInUse(lock.param) : undefined
}

import type { WriteOp } from '../store/port.ts'
import type { WholeAnswer } from './answer.ts'

/** The hold of one running request on its idempotency key. */
export interface Lock {
  /** Stored with the answer: a replay carries the request id of the original. */
  readonly requestId: string
  /**
   * Stores the answer as part of the operation's own commit. The commit fails when the lock was
   * lost in between, so that an effect and its answer stand or fall together, once. It also fails
   * when somebody was erased in between and the answer is about people: the addresses and ids that
   * an erasure finds it by.
   */
  settle(answer: WholeAnswer, people: readonly string[]): readonly WriteOp[]
  /** Frees the key as part of a commit: for answers that are not replayed. */
  free(): WriteOp
  /** Whether this request still holds the key. From here on, only later erasures fail a commit. */
  held(): Promise<boolean>
}

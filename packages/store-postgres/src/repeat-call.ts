import type { SqlError } from '@doorkit/store-sql'
import { NoAnswerError } from './close-when-silent.ts'
import {
  isLostRace,
  isUnreachable,
  toPostgresError,
  unknownOutcomeError,
} from './postgres-error.ts'
import { postgresNoAnswerMs } from './timeouts.ts'

/** How calls are repeated. */
export interface RepetitionOptions {
  /** A number from 0 to 1: the jitter of repetitions. */
  readonly random: () => number
  /** Waits for a number of milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  /** Milliseconds since an arbitrary moment. */
  readonly now: () => number
}

/** The most repetitions of a call. */
export const maxRepetitions = 8
const firstWaitMs = 10
const longestWaitMs = 500
/** How long a call is repeated while the database is unreachable, in milliseconds. */
const giveUpAfterMs = 2_000

export interface UnknownOutcome {
  /** Until when the driver asks whether a transaction was committed. */
  readonly askUntil: number
  /**
   * Whether an earlier try of the call may have been committed. If so, the call starts again only if a
   * repetition cannot commit it twice. Then a success means exactly one commit, and a failure leaves the
   * outcome unknown.
   */
  mayHaveHappened: boolean
}

/** Makes the function that repeats calls, and the one that waits before a repetition. */
export function createRepetition({ random, wait, now }: RepetitionOptions) {
  const backOff = (repetition: number) =>
    wait(random() * Math.min(firstWaitMs * 2 ** repetition, longestWaitMs))

  return {
    backOff,
    /** Repeats a call that lost to another transaction, or whose connection broke. */
    async repeat<Result>(work: (doubt: UnknownOutcome) => Promise<Result>): Promise<Result> {
      const startedAt = now()
      const doubt: UnknownOutcome = {
        askUntil: startedAt + postgresNoAnswerMs,
        mayHaveHappened: false,
      }
      for (let repetition = 0; ; repetition += 1) {
        try {
          return await work(doubt)
        } catch (thrown) {
          const error = toPostgresError(thrown)
          const isCut = isCutOff(error) && !(error.cause instanceof NoAnswerError)
          const isWorthIt = isLostRace(error.cause) || (isCut && now() - startedAt <= giveUpAfterMs)
          if (repetition === maxRepetitions || !isWorthIt) {
            throw doubt.mayHaveHappened ? unknownOutcomeError(error) : error
          }
          await backOff(repetition)
        }
      }
    },
  }
}

/**
 * Whether the connection broke. A full disk refuses writes over a working connection, and a refused
 * write does not start again.
 */
export function isCutOff({ code, cause }: SqlError): boolean {
  return code === 'unavailable' && isUnreachable(cause)
}

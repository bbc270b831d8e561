import { siteLimits } from '@doorkit/models/site'

/**
 * How often a process stores the new chunks of its answers, and how often another process that follows
 * an answer reads them.
 */
export const journalStepMs = 1_000

/**
 * While an answer has no new chunk, an empty row is stored once in this many steps, as a sign of life.
 */
export const silentSteps = 3

/** A process that stores nothing about its answer for this long counts as dead. */
export const deadMs = 10_000

/** How long an answer can be resumed after its end. */
export const answerResumeMs = siteLimits.answerResumeSeconds * 1_000

/** The values of the column `ended`. */
export const ends = { no: 0, yes: 1, lost: 2 } as const

import { siteLimits } from '@doorkit/models/site'

/** How often the chunks of an answer under way are stored, and looked for by who follows in another process. */
export const journalStepMs = 1_000

/** Steps without a chunk after which one is stored all the same, to say that the process lives. */
export const silentSteps = 3

/** How long nothing may be stored of an answer before its process is given up for dead. */
export const deadMs = 10_000

/** How long an answer can be taken up after its end. */
export const answerResumeMs = siteLimits.answerResumeSeconds * 1_000

/** The values of `ended`. */
export const ends = { no: 0, yes: 1, lost: 2 } as const

import type { Contender, Contest } from './contender.ts'

/** The evidence that a variant needs to win: chance against the control, and counts on both. */
export const evidenceNeeded = { views: 200, conversions: 10, chance: 0.95 } as const

/** Whether enough visitors saw both and did something for their rates to be compared. */
export function isComparable({ control }: Pick<Contest, 'control'>, challenger: Contender) {
  return [control, challenger].every(
    ({ counts, conversions }) =>
      counts.views >= evidenceNeeded.views && conversions >= evidenceNeeded.conversions,
  )
}

/** Whether a variant has the evidence to be made the opening. */
export function isProven(contest: Pick<Contest, 'control'>, challenger: Contender): boolean {
  return (
    isComparable(contest, challenger) &&
    challenger.chance !== null &&
    challenger.chance >= evidenceNeeded.chance
  )
}

/** The variant that has won, by rate when several have the evidence; null when none has. */
export function findWinner(contest: Contest): Contender | null {
  return highest(contest.challengers.filter((challenger) => isProven(contest, challenger)))
}

/** Of the variants that can be compared with the control, the one with the highest rate. */
export function findLeader(contest: Contest): Contender | null {
  return highest(contest.challengers.filter((challenger) => isComparable(contest, challenger)))
}

function highest(contenders: readonly Contender[]): Contender | null {
  return contenders.reduce<Contender | null>(
    (best, contender) => (best === null || contender.rate > best.rate ? contender : best),
    null,
  )
}

import type { Contender, Contest } from './compare-arms.ts'

/** The evidence that a variant needs: counts on both arms, and the chance to beat the control. */
export const evidenceNeeded = { views: 200, conversions: 10, chance: 0.95 } as const

/** Whether the control and a challenger have enough views and conversions to compare their rates. */
export function isComparable({ control }: Pick<Contest, 'control'>, challenger: Contender) {
  return [control, challenger].every(
    ({ counts, conversions }) =>
      counts.views >= evidenceNeeded.views && conversions >= evidenceNeeded.conversions,
  )
}

/** Whether a variant has the evidence to become the opening. */
export function isProven(contest: Pick<Contest, 'control'>, challenger: Contender): boolean {
  return (
    isComparable(contest, challenger) &&
    challenger.chance !== null &&
    challenger.chance >= evidenceNeeded.chance
  )
}

/** The variant with the evidence to win. If there are several, the one with the highest rate. */
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

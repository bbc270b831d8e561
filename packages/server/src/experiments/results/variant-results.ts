import { toTimestamp, type VariantResults } from '@doorkit/models'
import { betaQuantile } from './beta.ts'
import type { Contender } from './compare-arms.ts'

/** The results of a variant, with an interval that contains its rate with 95 % probability. */
export function toResults(contender: Contender, control: Contender): VariantResults {
  const { views, chats, leads, meetings, counted_at } = contender.counts
  return {
    views,
    stages: { chats, leads, meetings },
    rate: contender.rate,
    rate_low: betaQuantile(0.025, contender.posterior),
    rate_high: betaQuantile(0.975, contender.posterior),
    chance_beats_current: contender.chance,
    lift: liftOf(contender, control),
    computed_at: toTimestamp(counted_at),
  }
}

/** How far a rate exceeds the control's, as a fraction of the control's rate: 0.25 means a quarter more. */
export function liftOf({ rate }: Contender, control: Contender): number {
  return rate / control.rate - 1
}

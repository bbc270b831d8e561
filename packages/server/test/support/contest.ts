import type { VariantData } from '../../src/collections/experiment.ts'
import { emptyArm } from '../../src/collections/experiment-arm.ts'
import { type Contest, compareArms } from '../../src/experiments/results/compare-arms.ts'

/** Views and conversions of a variant. */
export type Counts = readonly [views: number, conversions: number]

/** A contest between a control and challengers (`var_1` and so on) with these counts. */
export function contestOf(...arms: readonly Counts[]): Contest {
  const variants = arms.map(
    (_, position): VariantData => ({
      id: `var_${position}`,
      name: `Variant ${position}`,
      control: position === 0,
      headline: 'Hello',
      buttons: [],
      angle: null,
      created_at: 0,
    }),
  )
  const rows = arms.map(([views, chats], position) => ({
    id: `var_${position}`,
    columns: { ...emptyArm('ws_1', 'exp_1', 0), views, chats },
  }))
  return compareArms({ variants, metric: 'chats' }, rows)
}

/** The first challenger of a contest. */
export function challengerOf({ challengers }: Contest) {
  const [challenger] = challengers
  if (!challenger) throw new Error('The contest has no challenger.')
  return challenger
}

import type { Lack } from './matrix.ts'

/** A feature that an SDK lacks: its users go without, so it counts as not passed. */
export function without(saw: string): Lack {
  return { verdict: 'absent', saw }
}

/** A scenario that does not arise with an SDK, so that it does not count. */
export function notAsked(saw: string): Lack {
  return { verdict: 'not-applicable', saw }
}

/** A method that no scenario calls, as its SDK lacks the feature. */
export function never(feature: string): () => never {
  return () => {
    throw new Error(`There are no ${feature} to ask for`)
  }
}

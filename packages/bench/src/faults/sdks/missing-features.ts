import type { Lack } from './client-scenarios.ts'

/** The result of a scenario that needs a feature which the SDK lacks. It counts as not passed. */
export function without(saw: string): Lack {
  return { verdict: 'absent', saw }
}

/** The result of a scenario that cannot occur with an SDK. It does not count. */
export function notApplicable(saw: string): Lack {
  return { verdict: 'not-applicable', saw }
}

/** A method that no scenario calls, because the SDK lacks the feature. */
export function never(feature: string): () => never {
  return () => {
    throw new Error(`This SDK has no ${feature}`)
  }
}

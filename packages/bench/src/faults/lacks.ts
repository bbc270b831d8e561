import type { Lack } from './matrix.ts'

/** What an SDK has nothing for: its users go without, so it counts as not passed. */
export function without(saw: string): Lack {
  return { verdict: 'absent', saw }
}

/** What does not arise with an SDK, so that it does not count. */
export function notAsked(saw: string): Lack {
  return { verdict: 'not-applicable', saw }
}

import type { Services } from '../kit/services.ts'

/** The keys that put off the grading of a conversation in which something was just said. */
export function quietKeys({ quietMs, clock }: Pick<Services, 'quietMs' | 'clock'>) {
  return { due_at: clock.now() + quietMs, lease: null }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits for the next millisecond: what changes then is later than everything that changed before. */
export async function nextMoment(): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await nextTurn()
}

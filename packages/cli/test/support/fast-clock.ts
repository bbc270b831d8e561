import { type Clock, systemClock } from '@doorkit/server'

const speed = 5

/**
 * A clock of several processes, on which five seconds pass in one: so a test soon sees a dead process
 * count as one.
 *
 * @param start - when it showed the machine's time, in milliseconds since the epoch.
 */
export const fastClock = (start: number): Clock => ({
  now: () => start + (Date.now() - start) * speed,
  after: (delayMs, wake) => systemClock.after(delayMs / speed, wake),
})

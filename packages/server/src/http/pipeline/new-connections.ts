// The global `setImmediate` may be the fake of a test runner, which never calls back.
import { setImmediate } from 'node:timers'
import { firstRequestsPerTick, mostNewConnectionMs } from '../../limits/bounds.ts'

/**
 * Holds the first requests of new connections until a tick of the event loop brings no further one, but
 * for at most {@link mostNewConnectionMs}. After that, {@link firstRequestsPerTick} of them begin in
 * each tick. Node accepts one connection in each tick (libuv 1.46). So if each request began at once, a
 * connection would wait for the work of every request before it.
 *
 * @param nextTick - calls back in the next tick. Default: `setImmediate`.
 * @param now - the time in milliseconds. Default: `performance.now`.
 */
export function createFirstRequestGate(
  nextTick: (look: () => void) => void = setImmediate,
  now: () => number = () => performance.now(),
) {
  const held: (() => void)[] = []
  let heldSince = 0
  let hasArrived = false

  function look(): void {
    if (hasArrived && now() - heldSince < mostNewConnectionMs) {
      hasArrived = false
      nextTick(look)
      return
    }
    for (const begin of held.splice(0, firstRequestsPerTick)) begin()
    if (held.length > 0) nextTick(look)
  }

  return (begin: () => void): void => {
    hasArrived = true
    if (held.push(begin) > 1) return
    heldSince = now()
    nextTick(look)
  }
}

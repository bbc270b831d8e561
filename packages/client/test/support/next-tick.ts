/** Waits one tick of the event loop, so that all work that needs no timer and no network is done. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

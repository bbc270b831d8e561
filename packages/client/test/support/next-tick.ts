/** Waits one tick of the event loop, so that everything runs that needs no timer and no network. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

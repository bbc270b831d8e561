/** What makes a signal abort. */
export interface LateController {
  readonly signal: AbortSignal
  abort(reason: unknown): void
}

type Listener = Parameters<AbortSignal['addEventListener']>

/**
 * A controller whose signal keeps its listeners in a list, and registers them when it aborts. Each
 * request has listeners and hardly any of them is ever called, but to register and forget one costs
 * microseconds on Node.
 */
export function createLateController(): LateController {
  const controller = new AbortController()
  const { signal } = controller
  let listeners: Listener[] = []
  signal.addEventListener = (...listener: Listener) => void listeners.push(listener)
  signal.removeEventListener = (type, callback) => {
    listeners = listeners.filter(([ofType, other]) => ofType !== type || other !== callback)
  }
  return {
    signal,
    abort(reason) {
      const { addEventListener } = EventTarget.prototype
      for (const listener of listeners) addEventListener.apply(signal, listener)
      controller.abort(reason)
    },
  }
}

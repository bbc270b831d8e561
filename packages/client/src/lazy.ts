import { once } from './once.ts'

/**
 * Awaitable like a promise, but nothing starts before somebody waits, and then it starts once. A
 * call that is never awaited does nothing, and cannot become an unhandled rejection.
 */
export function lazy<Value>(start: () => Promise<Value>): Promise<Value> {
  const run = once(start)
  return {
    // biome-ignore lint/suspicious/noThenProperty: being awaitable is the point of this object
    then: (onFulfilled, onRejected) => run().then(onFulfilled, onRejected),
    catch: (onRejected) => run().catch(onRejected),
    finally: (onFinally) => run().finally(onFinally),
    [Symbol.toStringTag]: 'DoorkitCall',
  }
}

import { setImmediate } from 'node:timers/promises'
import { unlessAborted } from '@doorkit/store'

// A source that never waits would block the event loop: no timer would fire.
const itemsAtOnce = 16

/**
 * Yields the items of a source until a signal aborts, and then throws the signal's reason, even if
 * the source ignores the signal or never waits. Ends the source when the reader stops.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (let count = 1; ; count += 1) {
      if (count % itemsAtOnce === 0) await setImmediate()
      const step = await unlessAborted(iterator.next(), signal)
      isDone = step.done === true
      if (isDone) return
      yield step.value
    }
  } finally {
    if (!isDone) iterator.return?.()?.catch?.(() => {})
  }
}

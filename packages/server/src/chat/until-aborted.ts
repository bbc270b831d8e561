import { setImmediate } from 'node:timers/promises'
import { unlessAborted } from '@doorkit/store'

// A source that never waits would hold the process: no timer fires, no other request is served.
const itemsAtOnce = 16

/**
 * Yields the items of a source until a signal is aborted: then it fails with the signal's reason,
 * even when the source does not listen to the signal, or yields without waiting. The source is ended
 * when its reader stops.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  try {
    for (let count = 1; ; count += 1) {
      if (count % itemsAtOnce === 0) await setImmediate()
      const step = await unlessAborted(iterator.next(), signal)
      isOver = step.done === true
      if (isOver) return
      yield step.value
    }
  } finally {
    if (!isOver) iterator.return?.()?.catch?.(() => {})
  }
}

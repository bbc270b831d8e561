import { unlessAborted } from '../ports/within-time.ts'

/**
 * Yields the items of a source until a signal is aborted: then it fails with the signal's reason,
 * even when the source does not listen to the signal. The source is ended when its reader stops.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  try {
    for (;;) {
      const step = await unlessAborted(iterator.next(), signal)
      isOver = step.done === true
      if (isOver) return
      yield step.value
    }
  } finally {
    if (!isOver) iterator.return?.()?.catch?.(() => {})
  }
}

/** What becomes of a promise, unless a signal is aborted first: then it fails with its reason. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/**
 * What a source gives, until a signal is aborted: then it fails with the signal's reason, even when
 * the source does not listen to the signal. The source is ended when nobody wants more of it.
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

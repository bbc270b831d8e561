/** The result of some work, unless a signal is aborted first: then it rejects with its reason. */
export function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject)
  })
}

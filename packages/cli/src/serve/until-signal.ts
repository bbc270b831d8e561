import { constants } from 'node:os'

const signals = ['SIGTERM', 'SIGINT'] as const

/** `npm run` passes on what the terminal has sent to both: within this time it is the same one. */
const sameSignalMs = 250

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
export function untilSignal(now: () => number = Date.now): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const signal of signals) {
      process.on(signal, () => {
        if (firstAt !== undefined && now() - firstAt > sameSignalMs) {
          process.exit(128 + constants.signals[signal])
        }
        firstAt ??= now()
        resolve(signal)
      })
    }
  })
}

/**
 * Aborts at the first SIGTERM or SIGINT.
 *
 * @param reason - what is under way then rejects with. Default: an `AbortError`.
 */
export function abortedBySignal(reason?: Error): AbortSignal {
  const over = new AbortController()
  void untilSignal().then(() => over.abort(reason))
  return over.signal
}

import { constants } from 'node:os'

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Signals within this time count as one, because `npm run` forwards a signal that the terminal has also
 * sent.
 */
const sameSignalMs = 250

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process immediately. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const signal of signals) {
      process.on(signal, () => {
        if (firstAt !== undefined && Date.now() - firstAt > sameSignalMs) {
          process.exit(128 + constants.signals[signal])
        }
        firstAt ??= Date.now()
        resolve(signal)
      })
    }
  })
}

/**
 * Creates a signal that aborts at the first SIGTERM or SIGINT.
 *
 * @param reason - the reason of the abort. Default: an `AbortError`.
 */
export function abortOnSignal(reason?: Error): AbortSignal {
  const controller = new AbortController()
  void untilSignal().then(() => controller.abort(reason))
  return controller.signal
}

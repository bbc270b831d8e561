const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/**
 * Ends this process by `exit` where a signal asks it to. A signal by itself ends it without that
 * event, and whatever it started would go on.
 */
export function endOnSignal(): void {
  for (const [signal, number] of Object.entries(signals)) {
    process.once(signal, () => process.exit(128 + number))
  }
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/**
 * Ends this process with `exit` on a signal. By default, a signal ends it without the `exit` event,
 * and its child processes would continue.
 */
export function endOnSignal(): void {
  for (const [signal, number] of Object.entries(signals)) {
    process.once(signal, () => process.exit(128 + number))
  }
}

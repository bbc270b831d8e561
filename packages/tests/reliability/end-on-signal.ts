const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/**
 * Ends this process on a signal, with the `exit` event. By default, a signal ends it without that event,
 * and its child processes continue.
 */
export function endOnSignal(): void {
  for (const [signal, number] of Object.entries(signals)) {
    process.once(signal, () => process.exit(128 + number))
  }
}

import { StoreError } from '../errors/store-error.ts'

/** Creates a gate that lets work through until it is closed, and knows when the last of it ended. */
export function createGate() {
  let running = 0
  let closing: Promise<void> | undefined
  let drained: (() => void) | undefined

  return {
    /** Runs `work`, or rejects with `closed`. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (closing) throw new StoreError('closed', 'The store was closed. Create a new one.')
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) drained?.()
      }
    },
    /** Refuses new work, waits for what runs, then calls `finish`, once. */
    close(finish: () => Promise<void>): Promise<void> {
      closing ??= new Promise<void>((resolve) => {
        drained = resolve
        if (running === 0) resolve()
      }).then(finish)
      return closing
    },
  }
}

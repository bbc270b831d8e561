import { StoreError } from '../errors/store-error.ts'

/** Lets work through until it is closed, and knows when the last of it ended. */
export interface Gate {
  /** Runs `work`, or rejects with `closed`. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Refuses new work, waits for what runs, then calls `finish`, once. */
  close(finish: () => Promise<void>): Promise<void>
}

/** Creates an open gate. */
export function createGate(): Gate {
  let running = 0
  let closing: Promise<void> | undefined
  let drained: (() => void) | undefined

  return {
    async run(work) {
      if (closing) throw new StoreError('closed', 'The store was closed. Create a new one.')
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) drained?.()
      }
    },
    close(finish) {
      closing ??= new Promise<void>((resolve) => {
        drained = resolve
        if (running === 0) resolve()
      }).then(finish)
      return closing
    },
  }
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The delays that others meet while something heavy runs, in milliseconds. */
export interface Turns {
  /** The longest turn of the event loop, in time of its thread on the processor: what else runs on the machine does not count. */
  readonly processorMs: number
  /** The longest delay of the event loop by the clock on the wall. */
  readonly delayMs: number
  /** The longest wait of somebody else's request by the clock on the wall. */
  readonly waitMs: number
  /** How many of these requests were answered. */
  readonly requests: number
}

/** Runs something heavy, and measures what others meet until it has ended. */
export async function watchTurns<Result>(
  heavy: () => Promise<Result>,
  ask: () => Promise<unknown>,
): Promise<{ readonly result: Result; readonly turns: Turns }> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let isDone = false
  let processorMs = 0
  let waitMs = 0
  let requests = 0
  const asking = async () => {
    while (!isDone) {
      const from = performance.now()
      await ask()
      waitMs = Math.max(waitMs, performance.now() - from)
      requests += 1
      // A turn without a request of others lies between two of them.
      await nextTurn()
    }
  }
  const watching = async () => {
    while (!isDone) {
      const from = process.threadCpuUsage()
      await nextTurn()
      const { user, system } = process.threadCpuUsage(from)
      processorMs = Math.max(processorMs, (user + system) / 1_000)
    }
  }
  const others = [watching(), asking()]
  try {
    const result = await heavy()
    isDone = true
    await Promise.all(others)
    return { result, turns: { processorMs, delayMs: delay.max / 1e6, waitMs, requests } }
  } finally {
    isDone = true
    delay.disable()
  }
}

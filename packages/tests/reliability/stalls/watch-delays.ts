import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTick } from 'node:timers/promises'

/** The delays of other requests during heavy work, in milliseconds. */
export interface Delays {
  /** The longest tick of the event loop, in processor time of its thread. */
  readonly processorMs: number
  /** The longest delay of the event loop, in elapsed time. */
  readonly delayMs: number
  /** The longest wait of another request, in elapsed time. */
  readonly waitMs: number
  /** How many other requests were answered before the heavy work ended. */
  readonly requests: number
}

/** Runs heavy work, and measures the delays of other requests during it. */
export async function watchDelays<Result>(
  heavy: () => Promise<Result>,
  ask: () => Promise<unknown>,
): Promise<{ readonly result: Result; readonly delays: Delays }> {
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
      if (!isDone) requests += 1
      // A tick without requests separates two requests.
      await nextTick()
    }
  }
  const watching = async () => {
    while (!isDone) {
      const from = process.threadCpuUsage()
      await nextTick()
      const { user, system } = process.threadCpuUsage(from)
      processorMs = Math.max(processorMs, (user + system) / 1_000)
    }
  }
  const others = [watching(), asking()]
  try {
    const result = await heavy()
    isDone = true
    await Promise.all(others)
    return { result, delays: { processorMs, delayMs: delay.max / 1e6, waitMs, requests } }
  } finally {
    isDone = true
    delay.disable()
  }
}

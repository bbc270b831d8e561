import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/** The cost of an attack for the server. */
export interface Cost {
  /**
   * How long the process's thread worked between a request of the other workspace and its answer, for 99
   * of 100 requests and for all. This is their wait on a server with its own processor.
   */
  readonly workP99: number
  readonly workLongest: number
  /** Ticks of the event loop between a request of the other workspace and its answer, for 99 of 100. */
  readonly ticksP99: number
  /**
   * The longest piece of work of the process's thread, in milliseconds. Nothing else runs during it.
   */
  readonly pieceMs: number
  /** All work of the process, in all its threads. */
  readonly processorMs: number
  /** How long the thread was stopped for garbage collection. */
  readonly garbageMs: number
  /**
   * How long the thread had work but no processor, if the system reports this: other programs lengthen
   * the waits.
   */
  readonly queuedMs: number | null
  readonly rssMb: number
  readonly heapMb: number
}

const sampleMs = 5
const nothing = { pieceMs: 0, rssMb: 0, heapMb: 0 }

/** Measures this process, which serves. `secret` is the API key of the other workspace. */
export function createMeter(secret: string) {
  let most = nothing
  let work: number[] = []
  let ticks: number[] = []
  let garbageMs = 0
  let began = process.cpuUsage()
  let queued = queuedMs()
  let last = process.threadCpuUsage()

  /** Measures the work since the last sample and the memory now, and keeps the highest values. */
  function sample(): void {
    const pieceMs = milliseconds(process.threadCpuUsage(last))
    last = process.threadCpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    most = {
      pieceMs: Math.max(most.pieceMs, pieceMs),
      rssMb: Math.max(most.rssMb, rss / 1e6),
      heapMb: Math.max(most.heapMb, heapUsed / 1e6),
    }
  }
  setInterval(sample, sampleMs).unref()

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) garbageMs += duration
  }).observe({ entryTypes: ['gc'] })

  // A request that arrives during a piece of work is seen when that work ends.
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.headers.authorization !== `Bearer ${secret}`) return
    const from = process.threadCpuUsage()
    const fromTick = tick()
    response.once('close', () => {
      work.push(milliseconds(process.threadCpuUsage(from)))
      ticks.push(tick() - fromTick)
    })
  })

  return {
    /** Forgets earlier measurements, and measures from now on. */
    begin(): void {
      globalThis.gc?.()
      sample()
      most = nothing
      work = []
      ticks = []
      garbageMs = 0
      began = process.cpuUsage()
      queued = queuedMs()
    },
    end(): Cost {
      sample()
      const now = queuedMs()
      return {
        ...most,
        workP99: share(work, 0.99),
        workLongest: share(work, 1),
        ticksP99: share(ticks, 0.99),
        garbageMs,
        processorMs: milliseconds(process.cpuUsage(began)),
        queuedMs: now === null || queued === null ? null : now - queued,
      }
    },
  }
}

/** The value that this share of all values does not exceed. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0
}

const tick = () => performance.nodeTiming.uvMetricsInfo.loopCount

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

/** How long the thread has waited for a processor until now; Linux counts it. */
function queuedMs(): number | null {
  const file = '/proc/self/schedstat'
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : null
}

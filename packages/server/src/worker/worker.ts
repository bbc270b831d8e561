import { gradeStep } from '../grading/grade-quiet.ts'
import { readStep } from '../knowledge/read-source.ts'
import type { Services } from '../services.ts'
import { deliverStep } from '../webhooks/deliver.ts'
import { releaseStep } from '../webhooks/release.ts'
import { forgetOld } from './forget-old.ts'
import { createPool } from './pool.ts'
import type { Step } from './step.ts'

/** Does what requests leave behind: webhooks, grading, readings of pages, forgetting. */
export interface Worker {
  /** Works until stopped, waking when something may be due. Safe in any number of processes. */
  start(): Promise<void>
  /** Finishes what is in hand and stops. */
  stop(): Promise<void>
  /** Does everything that is due now, once: for schedulers, serverless hosts and tests. */
  tick(): Promise<WorkerReport>
}

/** What one pass did. */
export interface WorkerReport {
  /** Payloads of events that were built. */
  readonly built: number
  /** Deliveries that were attempted. */
  readonly attempted: number
  /** Conversations that went quiet and were graded. */
  readonly graded: number
  /** Knowledge pages that were read, or could not be. */
  readonly read: number
}

/** How a {@link Worker} works. */
export interface WorkerOptions {
  /** Between looks for due work, in milliseconds. Default 500. */
  readonly pollMs?: number | undefined
  /**
   * Deliveries under way at once. Those that have waited for their receiver for over a second do
   * not count, up to eight times this number. Default 32.
   */
  readonly concurrency?: number | undefined
  /** Pages being read at once. Default 4. */
  readonly readings?: number | undefined
}

const retentionEveryMs = 60_000

/** Makes the worker of a server kit. */
export function createWorker(
  ready: () => Promise<Services>,
  { pollMs = 500, concurrency = 32, readings = 4 }: WorkerOptions,
): Worker {
  const steps: Readonly<Record<keyof WorkerReport, Step>> = {
    built: releaseStep,
    attempted: deliverStep(concurrency),
    graded: gradeStep,
    read: readStep(readings),
  }
  let running: Run | null = null
  let retainedAt = Number.NEGATIVE_INFINITY

  async function pass(run: Run): Promise<WorkerReport> {
    const services = await ready()
    const report = { built: 0, attempted: 0, graded: 0, read: 0 }
    const names = Object.keys(steps) as (keyof WorkerReport)[]
    const pools = names.map((name) => ({ name, ...createPool(services, name, steps[name]) }))
    try {
      for (;;) {
        const isBusy = pools.some((pool) => pool.underWay.size > 0)
        let claimed = 0
        for (const { name, fill } of run.stopping ? [] : pools) {
          const filled = await fill()
          report[name] += filled.begun
          claimed += filled.claimed
        }
        if (claimed > 0) continue
        const underWay = pools.flatMap((pool) => [...pool.underWay])
        // What ended during this round may have made room, or something due.
        if (underWay.length === 0 && isBusy) continue
        if (underWay.length === 0) break
        // Slow work must not keep what falls due meanwhile waiting.
        const nap = takeNap(services, pollMs)
        await Promise.race([...underWay, nap.over])
        nap.end()
      }
    } finally {
      await Promise.all(pools.flatMap((pool) => [...pool.underWay]))
    }
    const now = services.clock.now()
    if (now - retainedAt >= retentionEveryMs) {
      retainedAt = now
      await forgetOld(services, now)
    }
    return report
  }

  async function loop(run: Run): Promise<void> {
    const services = await ready()
    while (!run.stopping) {
      await pass(run).catch((error) =>
        services.logger.error({ error }, 'The worker failed; it goes on at the next look.'),
      )
      if (run.stopping) return
      const nap = takeNap(services, pollMs)
      run.wake = nap.end
      await nap.over
    }
  }

  return {
    tick: () => pass(createRun()),
    async start() {
      await ready()
      if (running) return
      running = createRun()
      running.ended = loop(running)
    },
    async stop() {
      const run = running
      if (!run) return
      running = null
      run.stopping = true
      run.wake()
      await run.ended
    },
  }
}

/** One time from start to stop. */
interface Run {
  stopping: boolean
  wake: () => void
  ended: Promise<void>
}

function createRun(): Run {
  return { stopping: false, wake: () => {}, ended: Promise.resolve() }
}

function takeNap({ clock }: Services, ms: number): { over: Promise<void>; end: () => void } {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    const cancel = clock.after(ms, resolve)
    end = () => {
      cancel()
      resolve()
    }
  })
  return { over, end }
}

import { gradeStep } from '../grading/grade-quiet.ts'
import type { Services } from '../kit/services.ts'
import { readStep } from '../knowledge/read-source.ts'
import { finishStep } from '../privacy/finish-erasure.ts'
import { deliverStep } from '../webhooks/deliver.ts'
import { releaseStep } from '../webhooks/release.ts'
import { forgetOld } from './forget-old.ts'
import { createPool } from './pool.ts'
import { recallEvents } from './recall-events.ts'
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
  /** Erasures whose last steps were done. */
  readonly finished: number
}

/** How a {@link Worker} works. */
export interface WorkerOptions {
  /** Between looks for due work, in milliseconds. Default 500. */
  readonly pollMs?: number | undefined
  /**
   * Attempts to deliver that are under way at once. Workspaces share them: one that is alone gets
   * a fifth. Default 1,024.
   */
  readonly concurrency?: number | undefined
  /** Pages being read at once. Workspaces share them in the same way. Default 16. */
  readonly readings?: number | undefined
}

const retentionEveryMs = 60_000

/** Makes the worker of a server kit. */
export function createWorker(
  ready: () => Promise<Services>,
  { pollMs = 500, concurrency = 1_024, readings = 16 }: WorkerOptions,
): Worker {
  const steps: Readonly<Record<keyof WorkerReport, Step>> = {
    built: releaseStep,
    attempted: deliverStep(concurrency),
    graded: gradeStep,
    read: readStep(readings),
    finished: finishStep,
  }
  let running: Run | null = null
  let retainedAt = Number.NEGATIVE_INFINITY
  let retaining: Promise<void> | null = null

  /** Recalls events and forgets what is old once a minute, beside everything else: a busy worker never rests. */
  function retain(services: Services): void {
    const now = services.clock.now()
    if (retaining || now - retainedAt < retentionEveryMs) return
    retainedAt = now
    const caller = { ...services, store: services.fairStore() }
    retaining = recallEvents(caller)
      .then(() => forgetOld(caller, now))
      .catch((error) =>
        services.logger.error(
          { error },
          'What is old could not be removed, or no events recalled.',
        ),
      )
      .finally(() => {
        retaining = null
      })
  }

  async function pass(run: Run): Promise<WorkerReport> {
    const services = await ready()
    let wake = () => {}
    let hasEnded = false
    const pools = Object.entries(steps).map(([name, step]) => ({
      name,
      ...createPool(services, name, step, () => {
        hasEnded = true
        wake()
      }),
    }))
    const underWay = () => pools.flatMap((pool) => [...pool.underWay])
    try {
      for (;;) {
        retain(services)
        hasEnded = false
        let begun = 0
        for (const pool of run.stopping ? [] : pools) begun += await pool.fill()
        // What ended during this round may have made room, or something due.
        if (begun > 0 || hasEnded) continue
        if (underWay().length === 0) break
        // Slow work must not keep what falls due meanwhile waiting.
        const nap = takeNap(services, pollMs)
        wake = nap.end
        await nap.over
      }
    } finally {
      await Promise.all(underWay())
    }
    return Object.fromEntries(
      pools.map(({ name, done }) => [name, done()]),
    ) as unknown as WorkerReport
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
    async tick() {
      const report = await pass(createRun())
      await retaining
      return report
    },
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
      await retaining
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

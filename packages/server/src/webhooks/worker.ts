import { randomUUID } from 'node:crypto'
import { gradeStep } from '../grading/grade-quiet.ts'
import { readStep } from '../knowledge/read-source.ts'
import type { Services } from '../services.ts'
import type { Row } from '../store/index.ts'
import { deliverStep } from './deliver.ts'
import { forgetOld } from './forget-old.ts'
import { releaseStep } from './release.ts'
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
  /** Deliveries under way at once. Default 32. */
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
  let running: Promise<void> | null = null
  let stopping = false
  let wake = () => {}
  let retainedAt = Number.NEGATIVE_INFINITY

  async function tick(): Promise<WorkerReport> {
    const services = await ready()
    const report = { built: 0, attempted: 0, graded: 0, read: 0 }
    const names = Object.keys(steps) as (keyof WorkerReport)[]
    const pools = names.map((name) => ({ name, ...createPool(services, name, steps[name]) }))
    for (;;) {
      let begun = 0
      for (const { name, fill } of stopping ? [] : pools) {
        const taken = await fill()
        report[name] += taken
        begun += taken
      }
      if (begun > 0) continue
      const underWay = pools.flatMap((pool) => [...pool.underWay])
      if (underWay.length === 0) break
      // Slow work must not keep what falls due meanwhile waiting.
      await Promise.race([...underWay, pause(services)])
    }
    const now = services.clock.now()
    if (now - retainedAt >= retentionEveryMs) {
      retainedAt = now
      await forgetOld(services, now)
    }
    return report
  }

  function pause({ clock }: Services): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(pollMs, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    const services = await ready()
    while (!stopping) {
      await tick().catch((error) =>
        services.logger.error({ error }, 'The worker failed; it goes on at the next look.'),
      )
      if (stopping) return
      await pause(services)
    }
  }

  return {
    tick,
    async start() {
      await ready()
      stopping = false
      running ??= loop()
    },
    async stop() {
      stopping = true
      wake()
      await running
      running = null
    },
  }
}

/** The work of one step that is under way in one pass. */
function createPool(services: Services, name: string, step: Step) {
  const underWay = new Set<Promise<void>>()

  function begin(row: Row, token: string): void {
    const work = step.work(services, row, token).catch((error) => {
      services.logger.error({ step: name, id: row.id, error }, 'A piece of background work broke.')
    })
    const done: Promise<void> = work.finally(() => underWay.delete(done))
    underWay.add(done)
  }

  return {
    underWay,
    /** Takes as many due rows as there is room for, and tells how many. */
    async fill(): Promise<number> {
      const limit = step.concurrency - underWay.size
      if (limit <= 0) return 0
      const token = randomUUID()
      const rows = await services.store.claim({
        in: step.collection,
        dueKey: 'due_at',
        leaseKey: 'lease',
        now: services.clock.now(),
        leaseMs: step.leaseMs,
        token,
        limit,
      })
      for (const row of rows) begin(row, token)
      return rows.length
    },
  }
}

import { keepAlive } from '../ports/clock.ts'
import type { Services } from '../services/services.ts'
import { firstDueAt } from './claim-work.ts'
import type { Step } from './step.ts'
import { createSweep, type RemoveHostRows } from './sweep.ts'
import { createWorkPool } from './work-pool.ts'

/** Runs background work in steps. Its report counts the work of each step. */
export interface StepWorker<Report> {
  /**
   * Starts to work, and keeps the process alive until the worker is stopped. Any number of processes may
   * run workers.
   */
  start(): Promise<void>
  /** Finishes running work and stops. */
  stop(): Promise<void>
  /** Works until nothing is due: for schedulers, serverless hosts and tests. */
  tick(): Promise<Report>
  /**
   * The next time at which work becomes due, in milliseconds since the epoch; undefined if there is none.
   * A scheduler or test can call `tick` at that time. Work that is already overdue does not count:
   * call `tick` for it now.
   */
  nextDueAt(): Promise<number | undefined>
}

/**
 * @param steps - the steps, by their names in the report.
 * @param pollMs - the longest time between two looks for due work, in milliseconds.
 * @param removeHostRows - removes rows that are past the host's own retention, in each sweep.
 */
export function createWorker<Name extends string>(
  ready: () => Promise<Services>,
  steps: Readonly<Record<Name, Step>>,
  pollMs = 5_000,
  removeHostRows?: RemoveHostRows,
): StepWorker<Readonly<Record<Name, number>>> {
  let running: Run | null = null
  /** How many times `stop` was called. A start during which this number changes does nothing. */
  let stops = 0
  const sweep = createSweep(removeHostRows)

  /** Works until stopped or, with `once`, until nothing is due. */
  async function work(run: Run, once: boolean) {
    const services = await ready()
    const { store, clock, logger } = services
    const onEnd = () => run.wake()
    const pools = Object.entries<Step>(steps).map(([name, step]) => ({
      name,
      collection: step.collection,
      ...createWorkPool(services, name, step, { pollMs, onEnd }),
    }))
    const underWay = () => pools.flatMap((pool) => [...pool.underWay])
    const watches = pools.map(({ collection, wake }) =>
      store.watch?.(collection, () => {
        wake()
        run.wake()
      }),
    )
    let hasSettled = false
    let latest = clock.now()
    try {
      await Promise.all(watches)
      while (!run.stopping) {
        const now = clock.now()
        // After the clock was set back, the planned times of the next looks are too late.
        if (now < latest) for (const { lookBy } of pools) lookBy(now)
        latest = now
        // When this sweep ends, the next one may already be due.
        sweep.start(services, () => run.wake())
        const due = pools.filter(({ lookAt }) => lookAt() <= clock.now())
        const looks = await Promise.allSettled(due.map(({ look }) => look()))
        for (const look of looks) {
          if (look.status === 'fulfilled') hasSettled &&= look.value === 0
          else if (once) throw look.reason
          else
            logger.error(
              { error: look.reason },
              'The worker could not look for due work; it tries again.',
            )
        }
        if (due.length > 0) continue
        if (once && underWay().length === 0) {
          if (hasSettled) break
          // A store need not report every write, and one step may create work for another.
          hasSettled = true
          for (const { lookBy } of pools) lookBy(clock.now())
          continue
        }
        // Looks again when more work is due, even if slow work is still running.
        const nextAt = Math.min(...pools.map(({ lookAt }) => lookAt()))
        await nap(services, run, Math.max(0, Math.min(nextAt - clock.now(), pollMs)))
      }
    } finally {
      await Promise.all(underWay())
      for (const watch of await Promise.allSettled(watches)) {
        if (watch.status === 'fulfilled') await watch.value?.()
      }
    }
    return Object.fromEntries(pools.map(({ name, done }) => [name, done()])) as Record<Name, number>
  }

  return {
    async tick() {
      const report = await work(createRun(), true)
      await sweep.ended()
      return report
    },
    async nextDueAt() {
      const { store, clock } = await ready()
      const where = [{ column: 'due_at', op: 'gte', value: clock.now() }] as const
      const times = Object.values<Step>(steps).map((step) => firstDueAt(store, step, where))
      const nextAt = Math.min(...(await Promise.all(times)))
      return nextAt === Number.POSITIVE_INFINITY ? undefined : nextAt
    },
    async start() {
      const stopsBefore = stops
      const { closing, logger } = await ready()
      if (running || stops > stopsBefore || closing.aborted) return
      const run = createRun()
      running = run
      const letEnd = keepAlive()
      // A closing kit waits only for a limited time. Longer work must not keep the process alive.
      const giveUp = () => {
        run.stopping = true
        run.wake()
        letEnd()
      }
      closing.addEventListener('abort', giveUp)
      run.ended = work(run, false)
        .catch((error) => logger.error({ error }, 'The worker failed and has stopped.'))
        .finally(() => {
          if (running === run) running = null
          closing.removeEventListener('abort', giveUp)
          letEnd()
        })
    },
    async stop() {
      stops += 1
      const run = running
      if (!run) return
      running = null
      run.stopping = true
      run.wake()
      await run.ended
      await sweep.ended()
    },
  }
}

/** One run of the worker: from start to stop, or one tick. */
interface Run {
  stopping: boolean
  /** Ends the current nap. */
  wake: () => void
  ended: Promise<unknown>
}

function createRun(): Run {
  return { stopping: false, wake: () => {}, ended: Promise.resolve() }
}

function nap({ clock }: Services, run: Run, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    run.wake = () => {
      cancel()
      resolve()
    }
  })
}

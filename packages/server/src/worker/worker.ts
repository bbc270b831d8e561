import type { Services } from '../kit/services.ts'
import { keepAlive } from '../ports/clock.ts'
import { createPool } from './pool.ts'
import { recallEvents } from './recall-events.ts'
import { forgetOld } from './retention.ts'
import { firstDueAt, type Step } from './step.ts'

/** Does what requests leave behind, step by step; its report counts what each step did. */
export interface StepWorker<Report> {
  /**
   * Works until stopped, waking when something may be due, and keeps the process alive for as long.
   * Safe in any number of processes.
   */
  start(): Promise<void>
  /** Finishes what is in hand and stops. */
  stop(): Promise<void>
  /** Does everything that is due now, once: for schedulers, serverless hosts and tests. */
  tick(): Promise<Report>
  /**
   * When work falls due next, in milliseconds since the epoch and never before now; undefined while
   * nothing waits. Tells a scheduler, or a test, when the next `tick` has something to do.
   */
  nextDueAt(): Promise<number | undefined>
}

const retentionEveryMs = 60_000

/**
 * Makes a worker of steps, by the names of their counts.
 *
 * @param pollMs - the longest time between two looks for due work, in milliseconds.
 */
export function createWorker<Name extends string>(
  ready: () => Promise<Services>,
  steps: Readonly<Record<Name, Step>>,
  pollMs = 5_000,
): StepWorker<Readonly<Record<Name, number>>> {
  let running: Run | null = null
  /** How often it was stopped: a start that was asked for before a stop comes to nothing. */
  let stops = 0
  let retainedAt = Number.NEGATIVE_INFINITY
  let retaining: Promise<void> | null = null

  /** Recalls events and forgets what is old once a minute, beside everything else: a busy worker never rests. */
  function retain(services: Services, run: Run): void {
    const now = services.clock.now()
    if (retaining || now - retainedAt < retentionEveryMs) return
    retainedAt = now
    const caller = { ...services, store: services.fairStore('') }
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
        // It may have taken so long that it is time again.
        run.wake()
      })
  }

  /** Works until it is stopped or, where that is all it is `once` for, until nothing is due. */
  async function work(run: Run, once: boolean) {
    const services = await ready()
    const { store, clock, logger } = services
    const onEnd = () => run.wake()
    const pools = Object.entries<Step>(steps).map(([name, step]) => ({
      name,
      collection: step.collection,
      ...createPool(services, name, step, { pollMs, onEnd }),
    }))
    const underWay = () => pools.flatMap((pool) => [...pool.underWay])
    const watches = pools.map(({ collection, wake }) =>
      store.watch?.(collection, () => {
        wake()
        run.wake()
      }),
    )
    let hasSettled = false
    try {
      await Promise.all(watches)
      while (!run.stopping) {
        retain(services, run)
        const due = pools.filter(({ lookAt }) => lookAt() <= clock.now())
        const looks = await Promise.allSettled(due.map(({ look }) => look()))
        for (const look of looks) {
          if (look.status === 'fulfilled') hasSettled &&= look.value === 0
          else if (once) throw look.reason
          else
            logger.error({ error: look.reason }, 'The worker failed; it goes on at the next look.')
        }
        if (due.length > 0) continue
        if (once && underWay().length === 0) {
          if (hasSettled) break
          // A store need not tell of every write: what one step did may have given another work.
          hasSettled = true
          for (const { lookBy } of pools) lookBy(clock.now())
          continue
        }
        // Slow work must not keep what falls due in the meantime waiting.
        const nextAt = Math.min(...pools.map(({ lookAt }) => lookAt()))
        await nap(services, run, Math.max(0, Math.min(nextAt - clock.now(), pollMs)))
      }
    } finally {
      await Promise.all(underWay())
      for (const stop of await Promise.all(watches)) await stop?.()
    }
    return Object.fromEntries(pools.map(({ name, done }) => [name, done()])) as Record<Name, number>
  }

  return {
    async tick() {
      const report = await work(createRun(), true)
      await retaining
      return report
    },
    async nextDueAt() {
      const { store, clock } = await ready()
      const where = [{ key: 'due_at', op: 'gte', value: clock.now() }] as const
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
      // A kit that closes waits for work only so long. What takes longer does not hold the process.
      const giveUp = () => {
        run.stopping = true
        run.wake()
        letEnd()
      }
      closing.addEventListener('abort', giveUp)
      run.ended = work(run, false)
        .catch((error) => logger.error({ error }, 'The worker failed, and was stopped.'))
        .finally(() => {
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
      await retaining
    },
  }
}

/** One time from start to stop. */
interface Run {
  stopping: boolean
  /** Ends the nap, if there is one. */
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

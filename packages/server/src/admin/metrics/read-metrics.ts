import { performance } from 'node:perf_hooks'
import type { Store } from '@doorkit/store'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { withinTime } from '../../ports/time-limit.ts'
import type { Step } from '../../worker/step.ts'
import type { Counts } from './create-counts.ts'
import { type MetricFamily, openMetricsText } from './openmetrics-text.ts'
import { gauge, readGauges, sample } from './read-gauges.ts'

const storeTimeoutMs = 5_000
/**
 * A reading is reused for this multiple of its duration. So readings take at most 5 % of the time,
 * unless one takes longer than three seconds.
 */
const reusedTimes = 19
/** The longest time for which a reading is reused. */
const longestReuseMs = 60_000

export interface MeasuredParts {
  /** The store, once it is open. */
  readonly opened: () => Promise<{ readonly store: Store }>
  readonly clock: Clock
  readonly logger: Logger
  readonly counts: Counts
  readonly steps: Readonly<Record<string, Step>>
  /** The streams that are open in this process, by kind. */
  readonly streams: Readonly<Record<string, { count(): number }>>
}

/**
 * Makes the function that writes the metrics of a server kit. Calls at the same time, or soon after one
 * another, share one reading of the store. If the store does not answer, the function still writes the
 * metrics of the process.
 */
export function metricsReader(parts: MeasuredParts): () => Promise<string> {
  const { opened, clock, logger, counts, steps, streams } = parts
  let reading: Promise<readonly MetricFamily[]> | undefined
  let last: { readonly gauges: readonly MetricFamily[]; readonly until: number } | undefined

  async function readStore(): Promise<readonly MetricFamily[]> {
    let begun = clock.now()
    const late = () => new Error(`The store did not answer within ${storeTimeoutMs} milliseconds.`)
    try {
      const gauges = await withinTime({ clock, limitMs: storeTimeoutMs, late }, async () => {
        const { store } = await opened()
        begun = clock.now()
        return readGauges(store, steps, begun)
      })
      const now = clock.now()
      const reuseMs = Math.min((now - begun) * reusedTimes, longestReuseMs)
      last = { gauges: [storeReachable(1), ...gauges], until: now + reuseMs }
      return last.gauges
    } catch (error) {
      logger.warn({ error }, 'The metrics of the store could not be read.')
      return [storeReachable(0)]
    }
  }

  return async () => {
    if (!last || last.until <= clock.now()) {
      reading ??= readStore().finally(() => {
        reading = undefined
      })
    }
    const gauges = reading ? await reading : (last?.gauges ?? [])
    return openMetricsText([...counts.families(), ...gauges, openStreams(), busyTime()])
  }

  function openStreams(): MetricFamily {
    return gauge({
      name: 'doorkit_event_streams',
      help: 'Event streams that are open in this process.',
      samples: Object.entries(streams).map(([kind, open]) => sample(open.count(), { kind })),
    })
  }
}

function storeReachable(value: 0 | 1): MetricFamily {
  const help = '1 if the store answered when it was last read; 0 if it did not.'
  return gauge({ name: 'doorkit_store_reachable', help, samples: [sample(value)] })
}

function busyTime(): MetricFamily {
  return {
    name: 'doorkit_event_loop_busy_seconds',
    type: 'counter',
    unit: 'seconds',
    help: 'The time in which the event loop of this process was busy: at most one second per second.',
    samples: [
      { suffix: '_total', labels: {}, value: performance.eventLoopUtilization().active / 1_000 },
    ],
  }
}

import type { MetricFamily } from './openmetrics-text.ts'

/** The name, the meaning and the label of a counter or histogram. */
export interface InstrumentOptions extends Pick<MetricFamily, 'name' | 'unit' | 'help'> {
  /** The name of the label. Default: no label. */
  readonly label?: string | undefined
  /**
   * The values of the label. Each value has its series from the start, because a rate can be computed
   * only if a zero precedes the first count. Any other value counts as `other`, so the number of series
   * is limited.
   */
  readonly values?: readonly string[] | undefined
}

const otherValue = 'other'

/** The upper bounds of the buckets of every histogram, in seconds. */
export const bucketBounds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

/** Makes a counter with one count for each value of its label. */
export function createCounter(options: InstrumentOptions) {
  const { series, seriesOf, labelsOf } = createSeries(options, () => ({ count: 0 }))
  const { name, unit, help } = options
  return {
    add(value: string, count: number): void {
      seriesOf(value).count += count
    },
    family(): MetricFamily {
      const samples = [...series].map(([value, { count }]) => {
        return { suffix: '_total', labels: labelsOf(value), value: count }
      })
      return { name, type: 'counter', unit, help, samples }
    },
  }
}

/** Makes a histogram: for each value of its label, it counts the durations in each bucket. */
export function createHistogram(options: Omit<InstrumentOptions, 'unit'>) {
  const { series, seriesOf, labelsOf } = createSeries(options, () => ({
    counts: bucketBounds.map(() => 0),
    count: 0,
    sum: 0,
  }))
  const { name, help } = options
  return {
    observe(value: string, durationMs: number): void {
      // A duration is negative if the clock went back.
      const seconds = Math.max(0, durationMs) / 1_000
      const durations = seriesOf(value)
      const at = bucketBounds.findIndex((bound) => seconds <= bound)
      const { [at]: count } = durations.counts
      if (count !== undefined) durations.counts[at] = count + 1
      durations.count += 1
      durations.sum += seconds
    },
    family(): MetricFamily {
      const samples = [...series].flatMap(([value, { counts, count, sum }]) => {
        const labels = labelsOf(value)
        let below = 0
        const buckets = bucketBounds.map((bound, at) => {
          below += counts[at] ?? 0
          return { suffix: '_bucket', labels: { ...labels, le: boundText(bound) }, value: below }
        })
        return [
          ...buckets,
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_count', labels, value: count },
          { suffix: '_sum', labels, value: sum },
        ]
      })
      return { name, type: 'histogram', unit: 'seconds', help, samples }
    },
  }
}

function createSeries<Series>(
  { label, values = [] }: Pick<InstrumentOptions, 'label' | 'values'>,
  create: () => Series,
) {
  const series = new Map((label === undefined ? [''] : values).map((value) => [value, create()]))
  return {
    series,
    seriesOf(value: string): Series {
      const found = series.get(value) ?? series.get(otherValue) ?? create()
      if (!series.has(value)) series.set(otherValue, found)
      return found
    },
    labelsOf: (value: string): Readonly<Record<string, string>> =>
      label === undefined ? {} : { [label]: value },
  }
}

/** OpenMetrics writes a bound with a decimal point. */
const boundText = (bound: number) => (Number.isInteger(bound) ? bound.toFixed(1) : String(bound))

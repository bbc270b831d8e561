/** The metrics of one name, in the form of OpenMetrics 1.0. */
export interface MetricFamily {
  /** The name. It ends with the unit, if the family has one. */
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly unit?: 'seconds' | undefined
  /** The meaning of the values, in a sentence. */
  readonly help: string
  readonly samples: readonly MetricSample[]
}

export interface MetricSample {
  /** The text that follows the name of the family, such as `_total`. */
  readonly suffix: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The value of `Content-Type` for the text of `doorkit.metrics()`. */
export const metricsContentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

export function openMetricsText(families: readonly MetricFamily[]): string {
  const lines = families.flatMap(({ name, type, unit, help, samples }) => [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(({ suffix, labels, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
  ])
  return `${[...lines, '# EOF'].join('\n')}\n`
}

function labelText(labels: MetricSample['labels']): string {
  const texts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return texts.length === 0 ? '' : `{${texts.join(',')}}`
}

/** Escapes the value of a label or the help text of a family. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

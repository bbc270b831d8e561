import { expect, test } from 'vitest'
import {
  bucketBounds,
  createCounter,
  createHistogram,
} from '../../../src/admin/metrics/instruments.ts'
import { openMetricsText } from '../../../src/admin/metrics/openmetrics-text.ts'
import { readOpenMetrics } from '../../support/open-metrics.ts'

test('a counter has every declared value of its label from the start, and one more for all others', () => {
  const counter = createCounter({ name: 'a', help: 'A.', label: 'code', values: ['x', 'y'] })
  counter.add('x', 2)
  counter.add('ws_1', 1)
  counter.add('ws_2', 1)
  expect(openMetricsText([counter.family()])).toBe(
    [
      '# TYPE a counter',
      '# HELP a A.',
      'a_total{code="x"} 2',
      'a_total{code="y"} 0',
      'a_total{code="other"} 2',
      '# EOF',
      '',
    ].join('\n'),
  )
})

test('a histogram counts a duration in every bucket whose bound is at least as long', () => {
  const histogram = createHistogram({ name: 'a_seconds', help: 'A.' })
  for (const ms of [-5, 1, 1.1, 60_000, 60_001]) histogram.observe('', ms)
  const family = readOpenMetrics(openMetricsText([histogram.family()])).get('a_seconds')
  const counts = family?.samples.map(({ value }) => value) ?? []
  const between = bucketBounds.length - 2
  expect(counts.slice(0, -1)).toEqual([2, ...Array(between).fill(3), 4, 5, 5])
  expect(counts.at(-1)).toBeCloseTo(120.0031)
  expect(family?.samples[0]?.labels).toEqual({ le: '0.001' })
  expect(family?.samples[9]?.labels).toEqual({ le: '1.0' })
})

test('labels and help texts are escaped', () => {
  const text = 'a "quote", a \\ and\na line'
  const family = { name: 'a', type: 'gauge' as const, help: text }
  const written = openMetricsText([
    { ...family, samples: [{ suffix: '', labels: { one: text, two: '' }, value: 1e-7 }] },
  ])
  expect(written.split('\n')).toHaveLength(5)
  const read = readOpenMetrics(written).get('a')
  expect(read?.help).toBe(text)
  expect(read?.samples).toEqual([{ suffix: '', labels: { one: text, two: '' }, value: 1e-7 }])
})

test.each([
  ['', 'EOF'],
  ['# TYPE a gauge\n# HELP a A.\na 1\n', 'EOF'],
  ['# TYPE a gauge\na 1\n# EOF\n', 'no help'],
  ['# TYPE a counter\n# HELP a A.\na 1\n# EOF\n', 'does not fit'],
  ['# TYPE a gauge\n# HELP a A.\na 1\na 2\n# EOF\n', 'twice'],
  ['# TYPE a gauge\n# UNIT a seconds\n# HELP a A.\na 1\n# EOF\n', 'unit'],
  ['# TYPE a gauge\n# HELP a A.\na{b="c} 1\n# EOF\n', 'labels'],
  ['b 1\n# EOF\n', 'no family'],
])('the OpenMetrics reader of the tests refuses %j', (text, problem) => {
  expect(() => readOpenMetrics(text)).toThrow(problem)
})

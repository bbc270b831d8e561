import { expect, test } from 'vitest'
import { widgetBench } from '../src/widget/widget-bench.ts'

test('the bench of the widget runs, and has a figure for each of its parts', async () => {
  const { tables, targets } = await widgetBench.run({ quick: true })
  expect(tables.map(({ rows }) => rows.length)).toEqual([2, 4, 3])
  for (const figure of tables.flatMap(({ rows }) => rows.flatMap((row) => row.slice(1)))) {
    expect(figure).toSatisfy(Number.isFinite)
  }
  expect(targets).toHaveLength(3)
  for (const { name, value } of targets) expect(value, name).toBeGreaterThan(0)
})

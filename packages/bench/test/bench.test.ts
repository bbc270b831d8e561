import { expect, test } from 'vitest'
import { benches } from '../src/benches.ts'
import { printReport } from '../src/print-report.ts'

test('the bench of the client runs, and gives a figure for every contestant', async () => {
  const bench = (await benches.client?.()) ?? expect.fail('there is no such bench')
  const report = await bench.run({ quick: true })
  const rows = report.tables.flatMap((table) => table.rows)
  expect(rows.length).toBeGreaterThanOrEqual(2)
  for (const [name, ...figures] of rows) {
    expect(name).toBeTypeOf('string')
    expect(figures[0], `${name}`).toBeGreaterThan(0)
  }
  for (const { value } of report.targets) expect(value).toBeTypeOf('number')
  expect(printReport(report)).toContain('@doorkit/client')
})

import { describe, expect, test } from 'vitest'
import { benches } from '../src/benches.ts'
import { contenders } from '../src/client/contenders.ts'
import { checkDocument, document } from '../src/client/document.ts'
import { formatReport } from '../src/format-report.ts'
import { isMet } from '../src/report.ts'
import { quotes } from '../src/search/search-bench.ts'
import { median, quantile } from '../src/statistics.ts'

test('the bench of the client runs and has a figure for every contender', async () => {
  const bench = (await benches.client?.()) ?? expect.fail('the bench is missing')
  const report = await bench.run({ quick: true })
  const names = Object.keys(contenders)
  expect(names).toHaveLength(11)
  expect(report.tables).toHaveLength(3)
  for (const table of report.tables.slice(0, 2)) {
    expect(table.rows.map(([name]) => name)).toEqual(names)
    for (const [name, ...figures] of table.rows) {
      expect(figures).toHaveLength(table.columns.length - 1)
      for (const figure of figures) expect(figure, `${name}`).toBeGreaterThan(0)
    }
  }
  expect(report.targets.length).toBeGreaterThan(20)
  for (const { name, value } of report.targets) expect(value, name).not.toBeNaN()
  const printed = formatReport(report)
  for (const name of names) expect(printed).toContain(name)
})

test('an answer declines if it repeats at most 23 characters of the documents in a row', () => {
  const documents = 'we repair every zeppelin in a day'
  expect(quotes(documents.slice(0, 23), documents)).toBe(false)
  expect(quotes(documents.slice(0, 24), documents)).toBe(true)
  expect(quotes(`no. ${documents.slice(-24)}`, documents)).toBe(true)
})

test('the bench of chat streams runs, and every reader reads all of the stream', async () => {
  const bench = (await benches.chat?.()) ?? expect.fail('the bench is missing')
  const { tables, targets } = await bench.run({ quick: true })
  expect(tables.map(({ rows }) => rows.length)).toEqual([4, 4, 2])
  for (const figure of tables.flatMap(({ rows }) => rows.flatMap(([, ...figures]) => figures))) {
    expect(figure).toBeGreaterThan(0)
  }
  expect(targets).toHaveLength(3)
})

test('the bench of the site runs, and has a figure for each of its parts', async () => {
  const bench = (await benches.site?.()) ?? expect.fail('the bench is missing')
  const { tables, targets } = await bench.run({ quick: true })
  expect(tables.map(({ rows }) => rows.length)).toEqual([1, 2, 2])
  const figures = tables.map(({ rows }) => rows.flatMap((row) => row.slice(1)))
  for (const figure of figures.slice(0, 2).flat()) expect(figure).toBeGreaterThan(0)
  // A garbage collection can free more memory than a few streams use.
  for (const figure of figures.slice(2).flat()) expect(figure).toSatisfy(Number.isFinite)
  expect(targets).toHaveLength(3)
})

test('the bench of the console runs, and has a figure for each screen', async () => {
  const bench = (await benches.console?.()) ?? expect.fail('the bench is missing')
  const { tables, targets } = await bench.run({ quick: true })
  const [screens, rows] = tables
  expect(screens?.rows.map(([name]) => name)).toEqual(
    expect.arrayContaining(['overview', 'inbox', 'health', 'a diagnosis']),
  )
  for (const figure of screens?.rows.flatMap((row) => row.slice(1)) ?? []) {
    expect(figure).toBeGreaterThan(0)
  }
  for (const [, count] of rows?.rows ?? []) expect(count).toBeGreaterThanOrEqual(500)
  expect(targets).toHaveLength(1)
})

test('the bench of a turn runs, and has a figure for each agent', async () => {
  const bench = (await benches.turn?.()) ?? expect.fail('the bench is missing')
  const { tables, targets } = await bench.run({ quick: true })
  const rows = tables.flatMap((table) => table.rows)
  expect(rows).toHaveLength(3)
  for (const figure of rows.flatMap(([, ...figures]) => figures)) {
    expect(figure).toBeGreaterThan(0)
  }
  expect(targets).toHaveLength(3)
})

test('a contender that did not read the document is refused', () => {
  expect(() => checkDocument(document, 'fetch')).not.toThrow()
  expect(() => checkDocument({ ...document, metadata: {} }, 'fetch')).toThrow(/^fetch did not/)
  expect(() => checkDocument(undefined, 'fetch')).toThrow(/^fetch did not/)
})

describe('figures', () => {
  test('are medians and quantiles, whatever the order of the values', () => {
    expect(median([5, 1, 100])).toBe(5)
    expect(quantile([4, 3, 2, 1, 0], 0.9)).toBe(4)
    expect(median([])).toBeNaN()
  })

  test('meet a target at its bound and miss it beyond', () => {
    expect(isMet({ name: 'ratio', value: 0.85, atLeast: 0.85 })).toBe(true)
    expect(isMet({ name: 'ratio', value: 0.84, atLeast: 0.85 })).toBe(false)
    expect(isMet({ name: 'time', value: 26, atMost: 25 })).toBe(false)
    expect(isMet({ name: 'ratio', value: Number.NaN, atLeast: 0.85 })).toBe(false)
  })

  test('are printed with their targets', () => {
    const targets = [{ name: 'a ratio', value: 0.5, atLeast: 0.85 }]
    const tables = [{ title: 'Speed', columns: ['', 'calls'], rows: [['fetch', 12_345.6]] }]
    expect(formatReport({ tables, targets })).toBe(
      'Speed\n        calls\nfetch  12,346\n\nMISSED: a ratio, at least 0.85: 0.50',
    )
  })
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scenarioGroups } from '../../client/test/faults/scenarios.ts'
import { benches } from '../src/benches.ts'
import { sdks } from '../src/faults/sdks.ts'
import { formatReport } from '../src/format-report.ts'

test('the bench runs our SDK and another one through the same scenarios', async () => {
  const bench = (await benches.faults?.()) ?? expect.fail('the bench is missing')
  const report = await bench.run({ quick: true })
  const rows = report.data as { name: string; results: Record<string, { verdict: string }> }[]
  expect(rows.length).toBeGreaterThanOrEqual(7)
  for (const { name, results } of rows) {
    expect(Object.keys(results), name).toEqual(['doorkit', 'svix'])
    expect(results.doorkit, name).toMatchObject({ verdict: 'pass' })
  }
  const verdicts = new Set(rows.map(({ results }) => results.svix?.verdict))
  expect([...verdicts].toSorted()).toEqual(['fail', 'pass'])
  expect(report.targets).toMatchObject([{ value: rows.length, atLeast: rows.length }])
  expect(formatReport(report)).toContain('an empty id does not turn a read into a list')
})

test('the published scoreboard has every scenario and every SDK in its pinned version', async () => {
  const page = await readFile(new URL('../../../docs/faults.md', import.meta.url), 'utf8')
  const names = scenarioGroups.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
  const listed = [...page.matchAll(/^\| \*\*(.+?)\.\*\* /gm)].map(([, name]) => name)
  expect(listed).toEqual(names)
  expect(sdks.length).toBeGreaterThanOrEqual(6)
  for (const { name, version } of sdks) expect(page).toContain(`| ${name} ${version} |`)
})

import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clientFolder, coreFiles } from '../src/mutations/core-files.ts'
import { findMutants } from '../src/mutations/find-mutants.ts'
import type { Fate } from '../src/mutations/hunt.ts'
import { instrument } from '../src/mutations/instrument.ts'
import { mutationsBench } from '../src/mutations/mutations-bench.ts'
import { mutationsReport } from '../src/mutations/mutations-report.ts'
import { patternEdits } from '../src/mutations/pattern-edits.ts'
import { question } from '../src/mutations/question.ts'
import { createTestProcess } from '../src/mutations/test-process.ts'
import { isMet } from '../src/report.ts'

const source = `
export function clamp(value, most, seen) {
  const isMore = value > most
  seen.push(value)
  if (isMore) return most
  return value
}`

/** What becomes of a source, by the mutant that it is. */
async function callClamp(text: string, mutant: number, value: number): Promise<unknown> {
  Object.assign(globalThis, { [question]: (id: number) => id === mutant })
  const { clamp } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const seen: number[] = []
  return [clamp(value, 5, seen), ...seen]
}

describe('an instrumented source', () => {
  const { text, mutants } = instrument('clamp.ts', source, 1)

  test('does what it did as long as it is no mutant', async () => {
    expect(await callClamp(text, 0, 4)).toEqual([4, 4])
    expect(await callClamp(text, 0, 6)).toEqual([5, 6])
  })

  test('has every mistake that can be made in it', () => {
    expect(mutants.map(({ after }) => after)).toEqual([
      'export function clamp(value, most, seen) {}',
      'const isMore = true',
      'const isMore = false',
      'const isMore = (value >= most)',
      'const isMore = (value <= most)',
      '',
      'if (true) return most',
      'if (false) return most',
    ])
    expect(mutants.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(mutants.map(({ line }) => line)).toEqual([2, 3, 3, 3, 3, 4, 5, 5])
  })

  test('makes the mistake that it is asked for, and no other', async () => {
    const results: unknown[] = []
    for (const { id } of mutants) results.push(await callClamp(text, id, 6))
    expect(results).toEqual([[undefined], [5, 6], [6, 6], [5, 6], [6, 6], [5], [5, 6], [6, 6]])
  })
})

test('a regular expression is changed piece by piece, but for what stands for itself', () => {
  const literal = String.raw`/^a[^/?]+(\d{2}|$)(?= x)/i`
  const changed = patternEdits(literal).map(
    ({ start, end, replacement }) => literal.slice(0, start) + replacement + literal.slice(end),
  )
  expect(changed).toEqual([
    String.raw`/a[^/?]+(\d{2}|$)(?= x)/i`,
    String.raw`/^a[/?]+(\d{2}|$)(?= x)/i`,
    String.raw`/^a[^/?](\d{2}|$)(?= x)/i`,
    String.raw`/^a[^/?]+(\D{2}|$)(?= x)/i`,
    String.raw`/^a[^/?]+(\d|$)(?= x)/i`,
    String.raw`/^a[^/?]+(\d{2}|)(?= x)/i`,
    String.raw`/^a[^/?]+(\d{2}|$)(?! x)/i`,
  ])
})

test('every file of the core is there, and has its mutants', async () => {
  expect(coreFiles.filter((file) => !existsSync(join(clientFolder, file)))).toEqual([])
  const { mutants, sources } = await findMutants(coreFiles)
  expect(Object.keys(sources).length).toBeGreaterThan(coreFiles.length)
  expect(mutants.length).toBeGreaterThan(700)
})

test('the tests of the client find the mutants of a file', async () => {
  const report = await mutationsBench.run({ quick: true })
  const [scores, survivors] = report.tables
  expect(scores?.rows.map(([name]) => name)).toEqual(['src/backoff.ts', 'all'])
  expect(survivors?.rows).toEqual([])
  expect(report.targets).toMatchObject([{ value: 100, atLeast: 90 }])
})

test('a test file that failed makes no other fail', async () => {
  const { sources, mutants } = await findMutants(['src/backoff.ts'])
  const folder = await mkdtemp(join(tmpdir(), 'doorkit-mutants-test-'))
  const sourcesFile = join(folder, 'sources.json')
  await writeFile(sourcesFile, JSON.stringify(sources))
  using process = createTestProcess(sourcesFile)
  const fails = (file: string, mutant: number) => process.fails({ file, mutant, reachedFile: '' })
  const mutant = mutants[0]?.id ?? expect.fail('there is no mutant')
  expect(await fails('test/backoff.test.ts', mutant)).toBe(true)
  expect(await fails('test/sleep.test.ts', mutant)).toBe(false)
  expect(await fails('test/backoff.test.ts', 0)).toBe(false)
  await rm(folder, { recursive: true })
})

test('a score below 90 % misses its target, and each survivor is told', () => {
  const fates = Array.from({ length: 10 }, (_none, index): Fate => {
    const mutant = { id: index, file: 'a.ts', line: 1, operator: 'truth', before: 'a', after: 'b' }
    return { mutant, foundBy: index < 2 ? undefined : 'a.test.ts', isReached: index > 0 }
  })
  const { tables, targets } = mutationsReport({ fates, leftOut: [] })
  expect(targets.map(isMet)).toEqual([false])
  expect(tables[0]?.rows.at(-1)).toEqual(['all', '10', '8', '2', '0', 80])
  expect(tables[1]?.rows).toEqual([
    ['a.ts:1', 'truth, not reached', 'a', 'b'],
    ['a.ts:1', 'truth', 'a', 'b'],
  ])
})

test('the published page has every file of the core, and a score that is high enough', async () => {
  const page = await readFile(new URL('../../../docs/mutations.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (src\/\S+|all) \| .+ \| ([\d.]+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual([...coreFiles, 'all'])
  expect(Number(rows.at(-1)?.[2])).toBeGreaterThanOrEqual(90)
})

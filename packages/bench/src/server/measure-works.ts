import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from '../child.ts'
import type { BenchOptions, Report } from '../report.ts'
import {
  type ContenderFacts,
  type ContenderName,
  type ContenderOptions,
  contenders,
} from './contender.ts'
import type { Usage } from './contender-process.ts'
import type { RoundRequest, RoundResult } from './load-process.ts'
import { peopleCount } from './people.ts'
import { type Round, tableOf, targetsOf } from './work-table.ts'
import { type WorkName, works } from './works.ts'

const connections = 16

/** Every work with every contender on a store, in turns. */
export async function measureWorks({ quick, short, only }: BenchOptions): Promise<Report> {
  const names = Object.keys(contenders) as ContenderName[]
  const chosen = (Object.keys(works) as WorkName[]).filter((work) => work.includes(only ?? ''))
  const people = quick ? 50 : peopleCount
  const [rounds, durationMs, warmUpMs] = quick
    ? [2, 20, 20]
    : short
      ? [8, 250, 700]
      : [20, 500, 3_000]
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-bench-'))
  const children = new Map<ContenderName, Child>()
  const load = await startChild(new URL('./load-process.ts', import.meta.url))
  try {
    await Promise.all(
      names.map(async (name) => {
        const options: ContenderOptions = {
          store: 'sqlite',
          place: join(folder, `${name}.db`),
          people,
        }
        const file = new URL('./contender-process.ts', import.meta.url)
        children.set(name, await startChild(file, [name, JSON.stringify(options)]))
      }),
    )
    const run = async (name: ContenderName, work: WorkName, ms: number): Promise<Round> => {
      const child = children.get(name)
      const facts = child?.greeting as ContenderFacts
      const request: RoundRequest = { contender: name, facts, work, connections, durationMs: ms }
      const before = (await child?.ask({})) as Usage
      const result = (await load.ask(request)) as RoundResult
      const after = (await child?.ask({})) as Usage
      return { ...result, cpuUs: (after.cpuUs - before.cpuUs) / result.requests }
    }
    const tables = []
    const targets = []
    for (const work of chosen) {
      const results = new Map<ContenderName, Round[]>(names.map((name) => [name, []]))
      for (const name of names) await run(name, work, warmUpMs)
      for (let round = 0; round < rounds; round++) {
        // In both directions by turns: nobody always runs after the same one.
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          results.get(name)?.push(await run(name, work, durationMs))
        }
      }
      tables.push(tableOf(`SQLite, ${works[work].title}`, results))
      targets.push(...targetsOf(work, 'SQLite', results))
    }
    return { tables, targets }
  } finally {
    for (const child of [...children.values(), load]) child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

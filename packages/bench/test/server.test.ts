import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Child, startChild } from '../src/child.ts'
import { deliveriesBench } from '../src/deliveries/deliveries-bench.ts'
import type { RoundResult } from '../src/server/load-process.ts'
import { type RequestKindName, requestKinds } from '../src/server/request-kinds.ts'
import { serverBench } from '../src/server/server-bench.ts'

const children: Child[] = []

async function start(file: string, args: string[] = []): Promise<Child> {
  const child = await startChild(new URL(`../src/server/${file}`, import.meta.url), args)
  children.push(child)
  return child
}

test('the kit and the bare server answer every kind of request completely', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-bench-test-'))
  try {
    const load = await start('load-process.ts')
    const amounts = { workspaces: 2, keys: 2, contacts: 30, sessions: 4, conversations: 1 }
    for (const contender of ['bare', 'Doorkit']) {
      const address = join(folder, `${contender}.db`)
      const options = { store: 'sqlite', address, amounts }
      const { greeting } = await start('contender-process.ts', [contender, JSON.stringify(options)])
      for (const kind of Object.keys(requestKinds) as RequestKindName[]) {
        const round = { contender, facts: greeting, kind, connections: 2, durationMs: 20 }
        const { requests } = (await load.ask(round)) as RoundResult
        expect(requests, `${contender}, ${kind}`).toBeGreaterThan(0)
      }
    }
  } finally {
    for (const child of children) child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('streams stay open, and end completely when their agent continues', async () => {
  const { tables, targets } = await serverBench.run({ quick: true, only: 'streams' })
  expect(tables[0]?.rows.map(([streams]) => streams)).toEqual(['0', '2', '4'])
  expect(targets[0]?.value).toBeGreaterThan(10)
})

test('the bench of healthy endpoints beside unhealthy ones runs, and has a figure for each target', async () => {
  const { targets } = await deliveriesBench.run({ quick: true, only: 'fairness' })
  expect(targets).toHaveLength(2)
  for (const { value } of targets) expect(value).toBeGreaterThan(0)
})

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Store } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { plan } from './children/plan.ts'
import type { Work } from './children/work.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

const execArgv = ['--conditions=@doorkit/source', '--disable-warning=ExperimentalWarning']

const workScript = fileURLToPath(import.meta.resolve('./children/work.ts'))
const acknowledgeScript = fileURLToPath(import.meta.resolve('./children/acknowledge.ts'))

let directory: Temporary
let file: string
let store: Store
let children: ChildProcess[]

beforeEach(async () => {
  directory = temporaryDirectory()
  file = directory.path('doorkit.db')
  store = sqliteStore({ file, busyTimeoutMs: 20_000 })
  await store.migrate(plan)
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await store.close()
  directory.remove()
})

/** Starts a child that has loaded everything, so that all children begin to work at the same time. */
async function startChild(): Promise<ChildProcess> {
  const child = fork(workScript, { execArgv })
  children.push(child)
  expect(await once(child, 'message')).toEqual(['ready', undefined])
  return child
}

async function answerOf<Answer>(child: ChildProcess, work: Work): Promise<Answer> {
  const [message, [exitCode]] = await Promise.all([
    Promise.race([once(child, 'message'), once(child, 'exit').then(() => ['no answer'])]),
    once(child, 'exit'),
    child.send(work),
  ])
  expect(exitCode).toBe(0)
  return message[0] as Answer
}

describe('processes that write one file at the same time', () => {
  test('lose no addition and no row', async () => {
    const row = { id: 'shared', columns: { count: 0 }, data: null }
    await store.commit([{ op: 'insert', in: 'jobs', row }])
    const workers = await Promise.all([startChild(), startChild(), startChild()])
    const committed = await Promise.all(
      workers.map((child, at) =>
        answerOf<number>(child, { task: 'add', file, name: `w${at}`, count: 200 }),
      ),
    )
    expect(committed).toEqual([200, 200, 200])
    expect(await store.get([{ in: 'jobs', id: 'shared' }])).toMatchObject([
      { rev: 601, columns: { count: 600 } },
    ])
    const measures = { rows: { op: 'count' } } as const
    expect(await store.aggregate({ in: 'jobs', where: [], measures })).toMatchObject([
      { values: { rows: 601 } },
    ])
  })

  test('share one window of consume', async () => {
    const workers = await Promise.all([startChild(), startChild(), startChild()])
    const allowed = await Promise.all(
      workers.map((child, at) =>
        answerOf<number>(child, { task: 'consume', file, name: `w${at}`, count: 40 }),
      ),
    )
    expect(allowed.reduce((sum, count) => sum + count, 0)).toBe(50)
  })

  test('claim every row once', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `job${at}`)
    const insert = (id: string) =>
      ({ op: 'insert', in: 'jobs', row: { id, columns: { due: 0 }, data: null } }) as const
    await store.commit(ids.map(insert))
    const workers = await Promise.all([startChild(), startChild(), startChild()])
    const claimed = await Promise.all(
      workers.map((child, at) =>
        answerOf<string[]>(child, { task: 'claim', file, name: `w${at}`, count: 0 }),
      ),
    )
    expect(claimed.flat().sort()).toEqual([...ids].sort())
  })

  test('hide nothing from processes that read the changes since their last run', async () => {
    const writers = await Promise.all([startChild(), startChild()])
    const reader = await startChild()
    const following = answerOf<{ seen: [string, number][]; runs: number }>(reader, {
      task: 'follow',
      file,
      name: 'reader',
      count: 0,
    })
    const wrote = await Promise.all(
      writers.map((child, at) =>
        answerOf<{ written: [string, number][]; late: number }>(child, {
          task: 'write',
          file,
          name: `w${at}`,
          count: 300,
        }),
      ),
    )
    reader.send('done')
    const { seen, runs } = await following
    const written = wrote.flatMap((one) => one.written).sort()
    expect(written).toHaveLength(2 * 200)
    expect(runs).toBeGreaterThan(2)
    expect(seen.sort()).toEqual(written)
  })

  test('migrate a new file together', async () => {
    const fresh = directory.path('fresh.db')
    const workers = await Promise.all([startChild(), startChild(), startChild()])
    const answers = await Promise.all(
      workers.map((child, at) =>
        answerOf<string[]>(child, { task: 'claim', file: fresh, name: `w${at}`, count: 0 }),
      ),
    )
    expect(answers).toEqual([[], [], []])
  })
})

describe('a process that is killed while it writes', () => {
  test('has lost nothing that it acknowledged, and left no partial commit', async () => {
    for (const round of [1, 2, 3]) {
      const name = `round${round}`
      const child = spawn(process.execPath, [...execArgv, acknowledgeScript, file, name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      const exited = once(child, 'exit')
      const acknowledged: number[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(Number(line))
        if (acknowledged.length === 100) child.kill('SIGKILL')
      }
      expect(await exited).toEqual([null, 'SIGKILL'])
      expect(acknowledged.length).toBeGreaterThanOrEqual(100)

      const refs = acknowledged.flatMap((attempt) =>
        ['a', 'b'].map((half) => ({ in: 'jobs', id: `${name}-${attempt}-${half}` })),
      )
      expect(await store.get(refs)).not.toContain(null)
      const next = acknowledged.length
      const halves = await store.get(
        ['a', 'b'].map((half) => ({ in: 'jobs', id: `${name}-${next}-${half}` })),
      )
      expect(halves.filter((row) => row === null).length).not.toBe(1)
      const own = { op: 'insert', in: 'jobs', row: { id: name, columns: {}, data: null } } as const
      expect(await store.commit([own]), 'its lock is free').toMatchObject({ ok: true })
    }
    const db = new DatabaseSync(file, { readOnly: true })
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    db.close()
  })
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDoorkit, manualClock } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

// The test over SQLite starts the same program: each process calls its own server kit.
const script = fileURLToPath(
  import.meta.resolve('../../server/test/support/children/call-often.ts'),
)

const limit = 300
const plans = { apex: { requests_per_minute: limit } }

async function createKey(url: string): Promise<string> {
  const clock = manualClock(Date.UTC(2026, 9, 12))
  const doorkit = createDoorkit({ store: postgresStore({ url }), plans, clock })
  const site = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
  const { id: workspace } = await doorkit.workspaces.create(site)
  const { secret } = await doorkit.keys.create({ workspace, name: 'K', access: 'read_only' })
  await doorkit.close()
  return secret
}

async function startProcess() {
  const child = fork(script, { execArgv: ['--conditions=@doorkit/source'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

test('three processes over one PostgreSQL let exactly the limit pass', async () => {
  const { url, remove } = await createSchema(inject('postgres'))
  onTestFinished(remove)
  const secret = await createKey(url)
  const store = ['@doorkit/store-postgres', 'postgresStore', { url, maxConnections: 3 }]
  const children = await Promise.all([startProcess(), startProcess(), startProcess()])
  const passed = await Promise.all(
    children.map(async (child) => {
      const answer = once(child, 'message')
      child.send({ store, plans, secret, calls: limit })
      return (await answer)[0] as number
    }),
  )
  expect(passed.reduce((sum, count) => sum + count)).toBe(limit)
})

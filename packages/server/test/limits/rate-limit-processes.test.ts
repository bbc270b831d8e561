import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { callFromProcesses } from '../support/call-often.ts'
import { createKit } from '../support/kit.ts'

test('three processes over one SQLite file let exactly the limit pass', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-limit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const options = { file: join(directory, 'doorkit.db'), busyTimeoutMs: 20_000 }
  const where = ['@doorkit/store-sqlite', 'sqliteStore', options] as const
  const passed = await callFromProcesses(() => sqliteStore(options), where, 300)
  expect(passed.reduce((sum, count) => sum + count)).toBe(300)
})

test('a server that closes returns its reserved points', async () => {
  const memory = memoryStore()
  const store = { ...memory, close: async () => {} }
  const { doorkit, key, clock } = await createKit({ store, plan: 'apex' })
  const headers = { Authorization: `Bearer ${key.secret}` }
  for (let calls = 0; calls < 40; calls += 1) {
    expect((await doorkit.fetch('http://localhost/v1/me', { headers })).status).toBe(200)
  }
  const name = `rate.${key.id}.standard`
  const window = { key: name, limit: 1_200, windowMs: 60_000, now: clock.now(), points: 0 }
  expect((await memory.consume(window)).count).toBeGreaterThan(40)
  await doorkit.close()
  expect((await memory.consume(window)).count).toBe(40)
})

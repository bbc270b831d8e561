import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { callFromProcesses } from '../support/call-often.ts'

test('three processes over one SQLite file let exactly the limit pass', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-limit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const options = { file: join(directory, 'doorkit.db'), busyTimeoutMs: 20_000 }
  const where = ['@doorkit/store-sqlite', 'sqliteStore', options] as const
  const passed = await callFromProcesses(() => sqliteStore(options), where, 300)
  expect(passed.reduce((sum, count) => sum + count)).toBe(300)
})

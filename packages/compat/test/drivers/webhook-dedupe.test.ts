import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dedupeCases, dedupeTestTimes } from '@doorkit/webhooks/dedupe-tests'
import { sqliteDedupeStore } from '@doorkit/webhooks/sqlite'
import Database from 'better-sqlite3'
import { describe, onTestFinished, test } from 'vitest'

describe('the dedupe store in SQLite, through better-sqlite3', () => {
  test.each(dedupeCases)('$name', async ({ check }) => {
    const folder = mkdtempSync(join(tmpdir(), 'dedupe-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    let time = Date.UTC(2026, 9, 12)
    await check({
      advance(ms) {
        time += ms
      },
      open() {
        const database = new Database(join(folder, 'webhooks.db'))
        onTestFinished(() => void database.close())
        return sqliteDedupeStore(database, { ...dedupeTestTimes, now: () => time })
      },
    })
  })
})

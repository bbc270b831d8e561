import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { memoryDedupeStore } from '@doorkit/webhooks'
import { type DedupeTestBed, dedupeCases, dedupeTestTimes } from '@doorkit/webhooks/dedupe-tests'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { postgresDedupeStore, postgresDedupeTable } from '../src/postgres-dedupe-store.ts'
import { sqliteDedupeStore } from '../src/sqlite-dedupe-store.ts'

function createClock() {
  let time = Date.UTC(2026, 9, 12)
  const advance = (ms: number) => {
    time += ms
  }
  return { advance, options: { ...dedupeTestTimes, now: () => time } }
}

const beds: Record<string, () => DedupeTestBed | Promise<DedupeTestBed>> = {
  memory() {
    const { advance, options } = createClock()
    const store = memoryDedupeStore(options)
    return { advance, open: () => store }
  },
  SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'dedupe-'))
    const opened: DatabaseSync[] = []
    onTestFinished(() => {
      for (const database of opened) database.close()
      rmSync(folder, { recursive: true })
    })
    const { advance, options } = createClock()
    return {
      advance,
      open() {
        const database = new DatabaseSync(join(folder, 'webhooks.db'))
        opened.push(database)
        return sqliteDedupeStore(database, options)
      },
    }
  },
  async PostgreSQL() {
    const schema = await createSchema(inject('postgres'))
    const pools: pg.Pool[] = []
    onTestFinished(async () => {
      for (const pool of pools) await pool.end()
      await schema.remove()
    })
    const { advance, options } = createClock()
    return {
      advance,
      async open() {
        const pool = new pg.Pool({ connectionString: schema.url })
        pools.push(pool)
        await pool.query(postgresDedupeTable)
        return postgresDedupeStore(pool, options)
      },
    }
  },
}

describe.each(Object.entries(beds))('the dedupe store in %s', (_name, createBed) => {
  test.each(dedupeCases)('$name', async ({ check }) => {
    await check(await createBed())
  })
})

test('the cases find a store that forgets, one that gives every claim and one without an end', async () => {
  const broken = [
    () => ({ ...memoryDedupeStore(), complete: () => {} }),
    () => ({ ...memoryDedupeStore(), claim: () => ({ status: 'claimed', token: '1' }) as const }),
    () => memoryDedupeStore({ now: () => 0 }),
  ]
  for (const create of broken) {
    const results = dedupeCases.map(async ({ check }) => {
      const store = create()
      await check({ open: () => store, advance: () => {} })
    })
    const rejected = (await Promise.allSettled(results)).filter(
      ({ status }) => status === 'rejected',
    )
    expect(rejected.length).toBeGreaterThan(0)
  }
  expect(dedupeCases).toHaveLength(5)
})

test('the page of recipes shows them as they are tested', async () => {
  const recipe = (title: string, file: string) => {
    const source = readFileSync(new URL(`../src/${file}.ts`, import.meta.url), 'utf8')
    return `## ${title}\n\n\`\`\`ts\n${source}\`\`\`\n`
  }
  const page = [
    '# Remembering handled webhooks\n',
    'A delivery may come more than once, and to any of your processes. A `DedupeStore` that they share makes sure that one of them handles it, once, also over restarts: `createWebhookRouter({ dedupe: sqliteDedupeStore(database) })`. Copy the one for your database.\n',
    'Each passes `dedupeCases` of `@doorkit/webhooks/dedupe-tests`, which a store of your own can pass too: `for (const { name, check } of dedupeCases) test(name, () => check(bed()))`. `examples/webhook-receiver/test` shows how, with SQLite, PostgreSQL and Redis.\n',
    recipe('SQLite, by `node:sqlite`', 'sqlite-dedupe-store'),
    recipe('PostgreSQL, by `pg`', 'postgres-dedupe-store'),
    recipe('Redis, by the client of your choice', 'redis-dedupe-store'),
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../docs/recipes/dedupe-stores.md')
})

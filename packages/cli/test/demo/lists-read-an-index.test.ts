import { api, type Operation } from '@doorkit/models'
import { schemaPlan } from '@doorkit/server/internal'
import type { Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { recordingDatabase } from '../../../server/test/support/recording-database.ts'
import { demoKit } from './demo-kit.ts'
import { recordingPool } from './recording-pool.ts'

// These select a page or its content. They do not filter rows.
const notFilters = ['limit', 'starting_after', 'expand']

/** Every value that a filter may have, or one example of an open set, and undefined for no filter. */
function valuesOf(schema: z.ZodType): (string | undefined)[] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  if (inner instanceof z.ZodBoolean) return [undefined, 'true', 'false']
  if (inner instanceof z.ZodEnum) return [undefined, ...inner.options.map(String)]
  const text = ['2026-01-01T00:00:00.000Z', 'ada@example.com']
  const example = text.find((value) => inner.safeParse(value).success)
  if (example === undefined) throw new Error('Add a value of this filter to the test.')
  return [undefined, example]
}

/** The query strings of every combination of a list's filters. */
function queriesOf({ query }: Operation): string[] {
  let queries = [query && 'limit' in query.shape ? 'limit=1' : '']
  for (const [name, schema] of Object.entries(query?.shape ?? {})) {
    if (notFilters.includes(name)) continue
    queries = valuesOf(schema as z.ZodType).flatMap((value) =>
      queries.map((one) => (value === undefined ? one : `${one}&${name}=${value}`)),
    )
  }
  return queries
}

const lists = Object.values(api)
  .flatMap((operations) => Object.values<Operation>(operations))
  .filter(({ reply }) => reply.kind === 'list')

/** A store that records its statements and finds slow steps in their plans. */
interface RecordedStore {
  readonly store: Store
  readonly texts: Set<string>
  slowSteps(sql: string): Promise<string[]>
}

function recordSqlite(): RecordedStore {
  const { db, texts, explain } = recordingDatabase()
  return {
    store: sqliteStore({ db }),
    texts,
    async slowSteps(sql) {
      const fixed = [...sql.matchAll(/"(\w+)" = \?/g)].map(([, column]) => `${column}=?`)
      return explain(sql).flatMap((step) => {
        if (/^(MERGE|LEFT$|RIGHT$|SCAN json_each|LIST SUBQUERY)/.test(step)) return []
        const misses = fixed.filter((condition) => !step.includes(condition))
        const isBad = /SCAN|TEMP B-TREE/.test(step) || misses.length > 0
        return isBad ? [`${step}, without ${misses}`] : []
      })
    },
  }
}

async function recordPostgres(): Promise<RecordedStore> {
  const schema = await createSchema(inject('postgres'))
  const { pool, texts, slowSteps, end } = await recordingPool(schema.url)
  onTestFinished(async () => {
    await end()
    await schema.remove()
  })
  return { store: postgresStore({ pool }), texts, slowSteps }
}

/** Puts the first rows of each collection of the demo into a workspace. */
async function fill(store: Store, workspace: string): Promise<void> {
  const demo = await demoKit()
  for (const { name, columns, indexes } of schemaPlan.collections) {
    const [index] = indexes
    // A new workspace already has counters.
    if (!index || !('workspace' in columns) || name === 'counters') continue
    const rows = await demo.store.list({
      in: name,
      index: index.name,
      where: [],
      dir: 'asc',
      limit: 100,
    })
    const ops = rows.map((row) => {
      const { id, data } = row
      return {
        op: 'insert',
        in: name,
        row: { id, data, columns: { ...row.columns, workspace } },
      } as const
    })
    expect(await store.commit(ops), name).toMatchObject({ ok: true })
  }
}

test.each([
  ['SQLite', recordSqlite],
  ['PostgreSQL', recordPostgres],
])(
  'no list, with any combination of filters, scans a table of %s, sorts rows, or checks fixed columns after reading them',
  async (_, open) => {
    const { store, texts, slowSteps } = await open()
    const kit = await createKit({ store })
    await fill(store, kit.workspace.id)
    const call = caller(kit)
    const body = { url: 'http://127.0.0.1:9/hook', events: ['*'] }
    const { json: endpoint } = await call('POST', '/webhook_endpoints', { body })
    texts.clear()

    const slowStepsFound: string[] = []
    const orderedPaths = new Set<string>()
    const explained = new Set<string>()
    for (const operation of lists) {
      for (const query of queriesOf(operation)) {
        const path = `${operation.path.replace('{id}', endpoint.id)}?${query}`
        const first = await call('GET', path)
        expect(first.status, path).toBe(200)
        const { next_cursor: cursor } = first.json
        if (cursor) {
          const next = await call('GET', `${path}&starting_after=${cursor}`)
          expect(next.status, path).toBe(200)
        }
        for (const sql of texts) {
          if (!sql.includes('order by')) continue
          orderedPaths.add(operation.path)
          if (explained.has(sql)) continue
          explained.add(sql)
          slowStepsFound.push(...(await slowSteps(sql)).map((step) => `${path}: ${step}`))
        }
        texts.clear()
      }
    }
    expect(slowStepsFound).toEqual([])
    expect(lists.length).toBeGreaterThanOrEqual(12)
    expect(orderedPaths.size).toBeGreaterThanOrEqual(10)
  },
)

import { setImmediate as endOfTick } from 'node:timers/promises'
import { type ColumnValue, memoryStore, type Store, type WriteOp } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { idempotency } from '../../src/collections/idempotency-key.ts'
import { answerPeople } from '../../src/collections/person-in-stored-answer.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { recordingDatabase } from '../support/recording-database.ts'
import { email, leaveMarks } from './marked-person.ts'

const erase = async (kit: Kit) => {
  const { status } = await caller(kit)('POST', '/privacy/erasures', { body: { email } })
  expect(status).toBe(201)
}

/** A store that counts the rows that are read from it. */
function countingStore({ version: _none, ...store }: Store) {
  let rows = 0
  const counted = <Answer>(answer: readonly Answer[]) => {
    rows += answer.filter((row) => row !== null).length
    return [...answer]
  }
  const counting: Store = {
    ...store,
    get: async (refs) => counted(await store.get(refs)),
    list: async (query) => counted(await store.list(query)),
    aggregate: async (query) => counted(await store.aggregate(query)),
  }
  return { store: counting, rowsRead: () => rows }
}

/** Adds rows of other people, each with different values, to every collection. */
async function addOthers({ store, workspace }: Kit, count: number): Promise<void> {
  for (const { plan } of collections) {
    const valueFor = (column: string, type: 'text' | 'integer', one: number): ColumnValue =>
      column === 'workspace' ? workspace.id : type === 'text' ? `other ${one}` : 1_000 + one
    const ops = Array.from({ length: count }, (_, one): WriteOp => {
      const columns = Object.entries(plan.columns).map(
        ([column, type]) => [column, valueFor(column, type, one)] as const,
      )
      const row = { id: `other_${one}`, columns: Object.fromEntries(columns), data: {} }
      return { op: 'insert', in: plan.name, row }
    })
    for (let from = 0; from < ops.length; from += 500) {
      expect(await store.commit(ops.slice(from, from + 500))).toMatchObject({ ok: true })
    }
  }
}

test('erasing one person reads as many rows with thousands of rows of others as with none', async () => {
  const costs: number[] = []
  for (const others of [0, 200]) {
    const { store, rowsRead } = countingStore(memoryStore())
    const kit = await createKit({ store })
    await leaveMarks(kit)
    await addOthers(kit, others)
    const before = rowsRead()
    await erase(kit)
    costs.push(rowsRead() - before)
  }
  expect(costs[1]).toBe(costs[0])
  expect(costs[0]).toBeGreaterThan(100)
  expect(collections.length * 200).toBeGreaterThan(5_000)
})

test('an erasure erases 200 stored answers at most 20 at a time, in fewer than 60 commits, even if one of them expires', async () => {
  const inner = memoryStore()
  let commits = 0
  let mostAnswers = 0
  const expiring = new Set<string>()
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      commits += 1
      const edits = ops.filter(({ in: name, op }) => name === 'idempotency' && op === 'patch')
      mostAnswers = Math.max(mostAnswers, edits.length)
      return inner.commit(ops, options)
    },
    async get(refs) {
      const rows = await inner.get(refs)
      // An answer expires between its reading and its erasure.
      for (const row of rows) {
        if (row && expiring.delete(row.id))
          await inner.commit([
            {
              op: 'remove',
              in: 'idempotency',
              partition: String(row.columns.workspace),
              id: row.id,
            },
          ])
      }
      return rows
    },
  }
  const kit = await createKit({ store })
  const call = caller(kit)
  for (let answer = 0; answer < 200; answer += 1) {
    kit.clock.advance(1_000)
    const headers = { 'Idempotency-Key': `answer-${answer}` }
    await call('POST', '/contacts', { body: { email }, headers })
  }
  const where = [{ column: 'workspace', op: 'eq', value: kit.workspace.id }] as const
  const page = { where, dir: 'asc', limit: 500 } as const
  const listAnswers = () => idempotency.list(inner, { ...page, index: 'id' })
  const [first, ...others] = await listAnswers()
  if (first) expiring.add(first.id)
  const before = commits
  await erase(kit)
  // One of the twenty commits is repeated row by row, because one of its answers expired.
  expect(commits - before).toBeLessThan(60)
  expect(mostAnswers).toBeLessThanOrEqual(20)
  expect(await answerPeople.list(inner, { ...page, index: 'id' })).toEqual([])
  const formerAnswers = new Map(others.map(({ id, data }) => [id, data.answer]))
  const left = await listAnswers()
  expect(left).toHaveLength(199)
  for (const { id, data } of left) expect(data.answer).not.toBe(formerAnswers.get(id))
})

test('an erasure changes the rows about a person 20 at a time, not each in a commit of its own', async () => {
  const inner = memoryStore()
  const changed: number[] = []
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      const rows = ops.filter(({ in: name }) => name === 'meetings' || name === 'events')
      changed.push(rows.filter(({ op }) => op === 'patch').length)
      return inner.commit(ops, options)
    },
  }
  const kit = await createKit({ store })
  const { conversations, meetings } = kit.doorkit.record(kit.workspace.id)
  const conversation = await conversations.start({})
  for (let hour = 0; hour < 24; hour += 1) {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, hour, minute)).toISOString()
    const invitee = { name: 'Ada', email }
    const times = { start_at: at(0), end_at: at(30) }
    await meetings.book({ conversation, provider: 'cal.com', ...times, invitee })
  }
  changed.length = 0
  await erase(kit)
  const counts = changed.filter((count) => count > 0)
  const rows = counts.reduce((sum, count) => sum + count, 0)
  expect(rows).toBeGreaterThanOrEqual(48)
  expect(Math.max(...counts)).toBeLessThanOrEqual(20)
  expect(counts.length).toBeLessThan(6)
})

test('an erasure removes the 250 messages of a conversation at most 100 at a time', async () => {
  const inner = memoryStore()
  const removed: number[] = []
  const store: Store = {
    ...inner,
    async deleteMany(query) {
      const result = await inner.deleteMany(query)
      if (query.in === 'messages') removed.push(result.changed)
      return result
    },
  }
  const kit = await createKit({ store })
  const { conversations } = kit.doorkit.record(kit.workspace.id)
  const conversation = await conversations.start({})
  await conversations.captureLead(conversation, { email })
  for (let count = 0; count < 250; count += 1) {
    await conversations.message(conversation, { role: 'user', text: `Message ${count}` })
  }
  await erase(kit)
  expect(removed).toEqual([100, 100, 50])
})

test('ten simultaneous erasures erase each stored answer once', async () => {
  const inner = memoryStore()
  let erased = 0
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      // In a database, all erasures read the answers before the first one has erased them.
      await endOfTick()
      erased += ops.filter(({ in: name, op }) => name === 'idempotency' && op === 'patch').length
      return inner.commit(ops, options)
    },
  }
  const kit = await createKit({ store })
  const call = caller(kit)
  for (let answer = 0; answer < 50; answer += 1) {
    const headers = { 'Idempotency-Key': `answer-${answer}` }
    await call('POST', '/contacts', { body: { email }, headers })
  }
  await Promise.all(Array.from({ length: 10 }, () => erase(kit)))
  expect(erased).toBe(50)
})

test('every statement of an export and of an erasure reads an index', async () => {
  const { db, texts, explain } = recordingDatabase()
  const kit = await createKit({ store: sqliteStore({ db }) })
  await leaveMarks(kit)
  texts.clear()
  const exported = await caller(kit)('POST', '/privacy/exports', { body: { email } })
  expect(exported.status).toBe(200)
  await erase(kit)
  const statements = [...texts].filter((sql) => /^\s*(select|update|delete)/i.test(sql))
  const scanned = statements.flatMap((sql) =>
    explain(sql)
      .filter((step) => /^SCAN (?!json_each)/.test(step))
      .map((step) => `${step}: ${sql}`),
  )
  expect(scanned).toEqual([])
  expect(statements.length).toBeGreaterThan(20)
})

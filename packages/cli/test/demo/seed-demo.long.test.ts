import { createHash } from 'node:crypto'
import { manualClock } from '@doorkit/server'
import { pagesOf, schemaPlan, walksOf, workspaces } from '@doorkit/server/internal'
import { memoryStore, type Store, type WriteOp } from '@doorkit/store'
import { describe, expect, inject, test } from 'vitest'
import { newAgent } from '../../../server/src/collections/agent-settings.ts'
import { newWorkspaceColumns } from '../../../server/src/collections/workspace.ts'
import { caller, createKit, testStart } from '../../../server/test/support/kit.ts'
import { demoWrites } from '../../src/demo/demo-writes.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'

const hour = 3_600_000
const day = 24 * hour

/** Creates a store with one empty workspace, whose id is always the same. */
async function createEmptyStore(): Promise<Store> {
  const store = memoryStore()
  await store.migrate(schemaPlan)
  await store.commit([
    workspaces.insert('ws_demo', newWorkspaceColumns(0), {
      name: 'Acme',
      website: 'https://acme.example',
      plan: 'apex',
      mode: 'live',
      timezone: 'UTC',
      billing: 'active',
      agent: newAgent(0),
    }),
  ])
  return store
}

const writtenCollections = [
  'bookings',
  'chat_buttons',
  'contacts',
  'conversations',
  'events',
  'experiment_arms',
  'experiment_viewers',
  'experiments',
  'knowledge_chunks',
  'knowledge_documents',
  'knowledge_sources',
  'knowledge_texts',
  'label_counts',
  'link_days',
  'link_greetings',
  'meetings',
  'messages',
  'conversation_namings',
  'personal_links',
  'rollups',
  'visits',
  'workspaces',
]

/** Returns, for each collection that a demo writes, the number of its rows and a digest of them. */
async function contentOf(store: Store): Promise<string[]> {
  const content: string[] = []
  for (const walk of walksOf('ws_demo').filter(({ plan }) =>
    writtenCollections.includes(plan.name),
  )) {
    const digest = createHash('sha256')
    let count = 0
    for await (const { rows } of pagesOf(store, walk, 1_000)) {
      for (const row of rows) digest.update(JSON.stringify(row))
      count += rows.length
    }
    expect(count, walk.plan.name).toBeGreaterThan(0)
    content.push(`${walk.plan.name}: ${count} rows, ${digest.digest('hex')}`)
  }
  expect(content).toHaveLength(writtenCollections.length)
  return content
}

/** Creates a store that keeps only the progress of the demo, and records all other writes. */
async function createRecordingStore() {
  const inner = await createEmptyStore()
  const commits: (readonly WriteOp[])[] = []
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      const stored = ops.filter((op) => op.in === 'settings')
      const result = await inner.commit(stored, options)
      if (result.ok) commits.push(ops.filter((op) => op.in !== 'settings'))
      return result
    },
  }
  return { store, commits, digest: () => digestOf(commits) }
}

const digestOf = (commits: readonly (readonly WriteOp[])[]) =>
  createHash('sha256').update(JSON.stringify(commits.flat())).digest('hex')

const made = new Map<number, ReturnType<typeof demoWrites>>()

/** Makes the demo of a day once, for all tests that store it. */
const makeOnce: typeof demoWrites = (workspace, today) => {
  const known = made.get(today) ?? demoWrites(workspace, today)
  made.set(today, known)
  return known
}

const seed = (store: Store, at = testStart, make = makeOnce) =>
  seedDemo({ store, workspace: 'ws_demo', clock: manualClock(at), make })

/** Records the writes of a demo into an empty workspace. */
async function recordSeed(at = testStart, make = makeOnce) {
  const recorded = await createRecordingStore()
  await seed(recorded.store, at, make)
  return recorded
}

describe('the demo', () => {
  const whole = recordSeed()

  test('is the same in the morning and in the evening of a day', async () => {
    const evening = await recordSeed(testStart + 10 * hour, demoWrites)
    expect(evening.digest()).toBe((await whole).digest())
  })

  test('differs from day to day', async () => {
    const tomorrow = await recordSeed(testStart + day)
    expect(tomorrow.digest()).not.toBe((await whole).digest())
  })

  test('is added once, even if several calls add it at the same time, or one adds it on a later day', async () => {
    const [alone, crowded] = [await createEmptyStore(), await createEmptyStore()]
    expect(await seed(alone)).toEqual({ added: true })
    await Promise.all([seed(crowded), seed(crowded), seed(crowded)])
    const content = await contentOf(alone)
    expect(await contentOf(crowded)).toEqual(content)
    expect(await seed(crowded, testStart + 3 * day)).toEqual({ added: false })
    expect(await contentOf(crowded)).toEqual(content)
  })

  test('is completed on a later day, wherever it was interrupted', async () => {
    const { commits, digest: wholeDigest } = await whole
    const parts = inject('matrix') ? 6 : 3
    const spread = Array.from({ length: parts }, (_, part) =>
      Math.floor(3 + (part * commits.length) / parts),
    )
    for (const after of [1, 2, ...spread]) {
      const { store, digest } = await createRecordingStore()
      await expect(seed(failAfter(store, after))).rejects.toThrow('The power is gone.')
      expect(await seed(store, testStart + day)).toEqual({ added: true })
      expect(digest()).toBe(wholeDigest())
    }
  })

  test('is written in commits of a bounded size', async () => {
    const sizes = (await whole).commits.map((ops) => ops.length)
    expect(sizes.length).toBeGreaterThan(20)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  })

  test('updates each count of a day once, however many visits the count adds up', async () => {
    const added = (await whole).commits
      .flat()
      .flatMap((op) => (op.op === 'patch' && op.in === 'rollups' ? [op.id] : []))
    expect(added.length).toBeGreaterThan(1_000)
    expect(new Set(added).size).toBe(added.length)
  })

  test('needs an existing workspace', async () => {
    const store = await createEmptyStore()
    await expect(
      seedDemo({ store, workspace: 'ws_other', clock: manualClock(testStart) }),
    ).rejects.toThrow('There is no workspace ws_other.')
  })

  test('is added to the existing data of a workspace, and to several workspaces of one store', async () => {
    const kit = await createKit()
    const call = caller(kit)
    const own = { label: 'Ours', message: 'Hello' }
    expect((await call('POST', '/chat_buttons', { body: own })).status).toBe(201)
    // No further API key fits into the workspace, and the demo needs none.
    for (let keys = 1; keys < 25; keys++) {
      const key = { workspace: kit.workspace.id, name: `Key ${keys}`, access: 'read_only' } as const
      await kit.doorkit.keys.create(key)
    }
    const other = await kit.doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    for (const { id } of [kit.workspace, other]) {
      expect(await seedDemo({ store: kit.store, workspace: id, clock: kit.clock })).toEqual({
        added: true,
      })
    }
    for (let buttons = 4; buttons < 20; buttons++) {
      expect((await call('POST', '/chat_buttons', { body: own })).status).toBe(201)
    }
    expect((await call('POST', '/chat_buttons', { body: own })).status).toBe(409)
    const [added] = await kit.store.aggregate({
      in: 'contacts',
      where: [{ column: 'workspace', op: 'eq', value: other.id }],
      measures: { count: { op: 'count' } },
    })
    expect(added?.values).toEqual({ count: 60 })
  })
})

/** Wraps a store so that it fails after a number of commits. */
function failAfter(store: Store, commits: number): Store {
  let made = 0
  return {
    ...store,
    async commit(ops, options) {
      made++
      if (made > commits) throw new Error('The power is gone.')
      return store.commit(ops, options)
    },
  }
}

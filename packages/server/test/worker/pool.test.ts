import { describe, expect, test } from 'vitest'
import { manualClock, silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/kit/services.ts'
import type { Store } from '../../src/store.ts'
import { createPool } from '../../src/worker/pool.ts'
import { forEachStore, type OpenStore } from '../support/stores.ts'

const plan = {
  collections: [
    {
      name: 'rows',
      keys: { workspace: 'text', due_at: 'integer', lease: 'text' },
      indexes: [
        { name: 'rows_due', on: ['due_at', 'workspace'] },
        { name: 'rows_workspace', on: ['workspace', 'due_at'] },
      ],
    },
  ],
} as const

/** A pool of 40 places over rows whose work ends when the test says so. */
async function openPool(openStore: OpenStore, wanted = 1) {
  const store: Store = openStore()
  await store.migrate(plan)
  const clock = manualClock(1_000)
  const begun: { workspace: string; places: number; end: () => void }[] = []
  const fairStore = () => store
  const services = { store, fairStore, clock, logger: silentLogger } as unknown as Services
  let made = 0
  const pool = createPool(
    services,
    'test',
    {
      collection: 'rows',
      dueIndex: 'rows_due',
      leaseMs: 60_000,
      concurrency: 40,
      isFair: true,
      places: () => wanted,
      work: (_services, [row], { places }) =>
        new Promise<void>((end) =>
          begun.push({ workspace: String(row?.keys.workspace), places, end }),
        ),
    },
    { pollMs: 5_000, onEnd: () => {} },
  )
  return {
    ...pool,
    begun,
    async add(workspace: string, count: number) {
      for (let index = 0; index < count; index++) {
        const keys = { workspace, due_at: clock.now(), lease: null }
        await store.commit([{ op: 'insert', in: 'rows', row: { id: `${made++}`, keys, data: {} } }])
      }
    },
    /** Begins what there is room for; tells how many pieces each workspace has begun so far. */
    async fillUp() {
      while ((await pool.look()) > 0);
      const counts: Record<string, number> = {}
      for (const { workspace } of begun) counts[workspace] = (counts[workspace] ?? 0) + 1
      return counts
    },
  }
}

forEachStore((openStore) => {
  describe('the places of a step that is fair', () => {
    test('go to one workspace up to a fifth', async () => {
      const pool = await openPool(openStore)
      await pool.add('hog', 100)
      expect(await pool.fillUp()).toEqual({ hog: 8 })
    })

    test('are there for each workspace that comes, after workspaces whose work does not end', async () => {
      const pool = await openPool(openStore)
      for (let hog = 0; hog < 14; hog++) {
        await pool.add(`hog-${hog}`, 100)
        await pool.fillUp()
      }
      await pool.add('healthy', 1)
      expect(await pool.fillUp()).toMatchObject({ healthy: 1 })
    })

    test('are shared evenly by workspaces that come at once', async () => {
      const pool = await openPool(openStore)
      for (let hog = 0; hog < 16; hog++) await pool.add(`hog-${hog}`, 20)
      const counts = await pool.fillUp()
      expect(new Set(Object.values(counts))).toEqual(new Set([2]))
      expect(Object.keys(counts)).toHaveLength(16)
      await pool.add('healthy', 1)
      expect(await pool.fillUp()).toMatchObject({ healthy: 1 })
    })

    test('come back when the work ends', async () => {
      const pool = await openPool(openStore)
      await pool.add('hog', 16)
      await pool.fillUp()
      for (const { end } of pool.begun) end()
      await Promise.all(pool.underWay)
      expect(await pool.fillUp()).toEqual({ hog: 16 })
      expect(pool.done()).toBe(8)
    })

    test('are given to a row up to those it wants, and shared between the rows', async () => {
      const alone = await openPool(openStore, 5)
      await alone.add('workspace', 1)
      await alone.fillUp()
      expect(alone.begun.map(({ places }) => places)).toEqual([5])
      const many = await openPool(openStore, 5)
      await many.add('workspace', 3)
      await many.fillUp()
      expect(many.begun.map(({ places }) => places)).toEqual([2, 2, 2])
    })
  })
})

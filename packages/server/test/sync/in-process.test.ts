import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { scopes } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { overStores } from '../support/stores.ts'
import { createMirror, type Resource, resourceNames, resources, walk } from './mirror.ts'
import { writeChats, writeContacts, writeConversations, writeMeetings } from './writers.ts'

/** The same numbers from 0 to 1 each time (Park and Miller's generator). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A slow store, so that readers can read between a read of a writer and its write. */
function slowStore(store: Store, random: () => number) {
  const seen = { late: 0 }
  const linger = async () => {
    for (let ticks = Math.floor(random() * 4); ticks > 0; ticks--) await setImmediate()
  }
  return {
    seen,
    store: {
      ...store,
      async list(query) {
        await linger()
        return store.list(query)
      },
      async commit(ops, options) {
        await linger()
        const result = await store.commit(ops, options)
        if (!result.ok && result.reason === 'late') seen.late++
        return result
      },
    } satisfies Store,
  }
}

/** An index of each resource that has all its rows. */
const indexes = {
  contacts: 'contacts_updated',
  conversations: 'conversations_by_change',
  meetings: 'meetings_by_change',
} as const satisfies Record<Resource, string>

/** The revisions of all rows of a resource, read without the API. */
async function readRevisions(store: Store, resource: Resource): Promise<Map<string, number>> {
  const rows = await store.list({
    in: resource,
    index: indexes[resource],
    where: [],
    dir: 'asc',
    limit: 1_000,
  })
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}

async function createKey({ doorkit, workspace }: Kit, name: string): Promise<string> {
  return (await doorkit.keys.create({ workspace: workspace.id, name, scopes })).secret
}

overStores((openStore) => {
  describe('Pagination and filters for lists: the sync rule', () => {
    // The test reads only one resource, because the horizon that a list of another one sets applies to
    // the same writers.
    test.each(resourceNames)('incremental readers of %s miss nothing', async (resource) => {
      const random = seededRandom(1)
      const { store, seen } = slowStore(openStore(), random)
      const kit = await createKit({ store })
      const call = caller(kit)
      const as = async (name: string) => {
        const secret = await createKey(kit, name)
        return {
          get: (path: string) => call('GET', path, { secret }),
          post: (method: string, path: string, body: object) =>
            call(method, path, { body, secret }),
        }
      }
      const pause = async () => kit.clock.advance(Math.floor(random() * 3))
      const record = kit.doorkit.record(kit.workspace.id)
      const { post } = await as('Writers')
      let writing = true
      const writers = Promise.all([
        writeContacts(post, 40, pause),
        writeContacts(post, 40, pause),
        writeChats(post, 20, pause),
        writeConversations(record, 'site', 12, pause),
        writeMeetings(record, 'calendar', 12, pause),
      ]).finally(() => {
        writing = false
      })

      let runs = 0
      async function follow(name: string) {
        const mirror = createMirror((await as(name)).get, resource, kit.clock.now)
        while (writing) {
          await mirror.run()
          runs++
        }
        await mirror.run()
        return mirror.copies
      }
      /** Checks that each walk has every row that existed before the walk and did not change. */
      async function walkAgain() {
        const { get } = await as('Walker')
        while (writing) {
          const before = await readRevisions(store, resource)
          const found = await walk(get, resources[resource])
          const after = await readRevisions(store, resource)
          for (const [id, rev] of before) {
            assert.ok(found.has(id) || after.get(id) !== rev, `${id} was skipped.`)
          }
        }
      }
      const [first, second] = await Promise.all([
        follow('First'),
        follow('Second'),
        walkAgain(),
        writers,
      ])
      const all = await walk((await as('Last')).get, resources[resource])
      expect(all.size).toBe(
        { contacts: 17 + 7 + 6, conversations: 7 + 12 + 1, meetings: 12 }[resource],
      )
      expect(first).toEqual(all)
      expect(second).toEqual(all)
      // These numbers show that readers read while others wrote.
      expect(runs).toBeGreaterThan(4)
      expect(seen.late).toBeGreaterThan(0)
    })
  })
})

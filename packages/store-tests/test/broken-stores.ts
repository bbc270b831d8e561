import type { CommitResult, Row, Store, WriteOp } from '@doorkit/server/store'
import { brokenCoordination } from './broken-coordination.ts'
import type { BrokenStore } from './broken-store.ts'

async function commitEach(store: Store, ops: readonly WriteOp[]): Promise<CommitResult> {
  for (const op of ops) {
    const result = await store.commit([op])
    if (!result.ok) return result
  }
  return { ok: true }
}

function withoutRevision(op: WriteOp): WriteOp {
  return op.op === 'insert' ? op : { ...op, ifRev: undefined }
}

function replaceEnd(after: readonly (string | number)[], end: string): (string | number)[] {
  return [...after.slice(0, -1), end]
}

/** Faults that real stores have had. */
export const brokenStores: readonly BrokenStore[] = [
  {
    fault: 'revisions are not compared',
    noticedBy: [
      'ifRev lets only the current revision through',
      'of 20 parallel patches at one revision exactly one wins',
    ],
    spoil: (store) => ({
      ...store,
      commit: (ops, options) => store.commit(ops.map(withoutRevision), options),
    }),
  },
  {
    fault: 'a commit is not atomic',
    noticedBy: [
      'when a guard fails in step 3 of 5, nothing of the commit is written',
      'a conflict undoes the steps before it',
    ],
    spoil: (store) => ({ ...store, commit: (ops) => commitEach(store, ops) }),
  },
  {
    fault: 'every conflict is said to be about the id',
    noticedBy: ['a conflict names what is taken, and differs from a guard'],
    spoil: (store) => ({
      ...store,
      async commit(ops, options) {
        const result = await store.commit(ops, options)
        const isConflict = !result.ok && result.reason === 'conflict'
        return isConflict ? { ...result, index: 'id' } : result
      },
    }),
  },
  {
    fault: 'rows are shared with the caller',
    noticedBy: ['nothing a caller holds is shared with the store'],
    spoil(store) {
      const cache = new Map<string, Row | null>()
      return {
        ...store,
        async get(refs) {
          const rows = await store.get(refs)
          return rows.map((row, at) => {
            const key = JSON.stringify(refs[at])
            const shared = cache.get(key) ?? row
            cache.set(key, shared)
            return shared
          })
        },
      }
    },
  },
  {
    fault: 'get drops what it does not find',
    noticedBy: ['get answers in the order asked, null for a missing row, as often as asked'],
    spoil: (store) => ({
      ...store,
      get: async (refs) => (await store.get(refs)).filter((row) => row !== null),
    }),
  },
  {
    fault: 'a page starts after all rows that tie with the last one',
    noticedBy: [
      'pages of any size walk a list once, in order, both ways, through ties on the sort key',
      'a walk over rows that come and go repeats none and skips none that stayed',
    ],
    spoil: (store) => ({
      ...store,
      list: (query) =>
        store.list({
          ...query,
          after: query.after && replaceEnd(query.after, query.dir === 'asc' ? '\u{10FFFF}' : ''),
        }),
    }),
  },
  {
    fault: 'a page is cut by offset',
    noticedBy: ['a walk over rows that come and go repeats none and skips none that stayed'],
    spoil(store) {
      let offset = 0
      return {
        ...store,
        async list(query) {
          offset = query.after ? offset : 0
          const all = await store.list({ ...query, after: undefined, limit: 1_000 })
          const page = all.slice(offset, offset + query.limit)
          offset += page.length
          return page
        },
      }
    },
  },
  {
    fault: 'text is ordered by UTF-16 units',
    noticedBy: ['ids and text keys are ordered by the bytes of their UTF-8 form'],
    spoil: (store) => ({
      ...store,
      async list(query) {
        const rows = await store.list(query)
        return query.limit < 1_000
          ? rows
          : rows.sort((left, right) => (left.id < right.id ? -1 : 1))
      },
    }),
  },
  {
    fault: 'a collection that nobody declared is empty',
    noticedBy: ['collections that no plan declares are refused as unknown_name'],
    spoil: (store) => ({
      ...store,
      list: (query) => (query.in === 'notes' ? store.list(query) : Promise.resolve([])),
    }),
  },
  ...brokenCoordination,
  {
    fault: 'text is normalised',
    noticedBy: ['documents come back as the JSON they were'],
    spoil: (store) => ({
      ...store,
      get: async (refs) =>
        (await store.get(refs)).map(
          (row) => row && { ...row, data: JSON.parse(JSON.stringify(row.data).normalize('NFC')) },
        ),
    }),
  },
  {
    fault: 'every word has to match',
    noticedBy: ['any word may match, and more of the rarer words come first'],
    spoil: (store) => ({
      ...store,
      async search(query) {
        const hits = (await store.search?.(query)) ?? []
        const words = query.text.toLowerCase().split(' ')
        return hits.filter(({ row }) => {
          const text = JSON.stringify(row.data).toLowerCase()
          return words.every((word) => text.includes(word))
        })
      },
    }),
  },
  {
    fault: 'bulk steps never say that there is more',
    noticedBy: ['updateMany goes on where it stopped until no row matches'],
    spoil: (store) => ({
      ...store,
      updateMany: async (query, patch) => ({
        ...(await store.updateMany(query, patch)),
        more: false,
      }),
    }),
  },
  {
    fault: 'a dry run runs',
    noticedBy: ['a dry run reports the same statements and changes nothing'],
    spoil: (store) => ({ ...store, migrate: (plan) => store.migrate(plan) }),
  },
  {
    fault: 'close does not refuse what comes later',
    noticedBy: ['close finishes what runs, then refuses everything'],
    spoil: (store) => ({ ...store, close: async () => {} }),
  },
  {
    fault: 'a failed commit wakes watchers',
    noticedBy: ['a failed commit wakes no waiter'],
    spoil(store) {
      const wakes: (() => void)[] = []
      return {
        ...store,
        async watch(_, wake) {
          wakes.push(wake)
          return async () => {}
        },
        async commit(ops, options) {
          for (const wake of wakes) wake()
          return store.commit(ops, options)
        },
      }
    },
  },
]

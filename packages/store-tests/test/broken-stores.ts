import type { CommitResult, Row, Store, WriteOp } from '@doorkit/store'
import { type BrokenStore, brokenCoordination } from './broken-coordination.ts'

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

/** Faults of the kind that real stores have had. */
export const brokenStores: readonly BrokenStore[] = [
  {
    fault: 'revisions are not compared',
    noticedBy: [
      'a guard with ifRev accepts only the current revision',
      'exactly one of 20 parallel patches of the same revision succeeds',
    ],
    breakStore: (store) => ({
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
    breakStore: (store) => ({ ...store, commit: (ops) => commitEach(store, ops) }),
  },
  {
    fault: 'every conflict names the id',
    noticedBy: ['a conflict names the index in which a value is taken, and differs from a guard'],
    breakStore: (store) => ({
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
    noticedBy: ['the store shares no object with its caller'],
    breakStore(store) {
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
    fault: 'get drops missing rows',
    noticedBy: ['get returns one entry for each reference, in order, and null for a missing row'],
    breakStore: (store) => ({
      ...store,
      get: async (refs) => (await store.get(refs)).filter((row) => row !== null),
    }),
  },
  {
    fault: 'a page starts after all rows with the same sort value as the last one',
    noticedBy: [
      'pages of any size cover a list once, in order, in both directions, with ties in the sort column',
      'while rows are added and removed, a list repeats no row and skips none that stays',
    ],
    breakStore: (store) => ({
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
    noticedBy: [
      'while rows are added and removed, a list repeats no row and skips none that stays',
    ],
    breakStore(store) {
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
    noticedBy: ['ids and text columns are ordered by their UTF-8 bytes'],
    breakStore: (store) => ({
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
    fault: 'an undeclared collection is empty',
    noticedBy: ['undeclared collections are refused as unknown_name'],
    breakStore: (store) => ({
      ...store,
      list: (query) => (query.in === 'notes' ? store.list(query) : Promise.resolve([])),
    }),
  },
  ...brokenCoordination,
  {
    fault: 'text is normalized',
    noticedBy: ['documents are read back as the same JSON'],
    breakStore: (store) => ({
      ...store,
      get: async (refs) =>
        (await store.get(refs)).map(
          (row) => row && { ...row, data: JSON.parse(JSON.stringify(row.data).normalize('NFC')) },
        ),
    }),
  },
  {
    fault: 'every word of a search must match',
    noticedBy: ['any word can match, and rows with more of the words come first'],
    breakStore: (store) => ({
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
    fault: 'updateMany never reports that more rows are left',
    noticedBy: ['repeated calls of updateMany change every matching row once'],
    breakStore: (store) => ({
      ...store,
      updateMany: async (query, patch) => ({
        ...(await store.updateMany(query, patch)),
        more: false,
      }),
    }),
  },
  {
    fault: 'a dry run migrates',
    noticedBy: ['a dry run reports the statements to run and changes nothing'],
    breakStore: (store) => ({ ...store, migrate: (plan) => store.migrate(plan) }),
  },
  {
    fault: 'close does not refuse later calls',
    noticedBy: [
      'after close is called, new calls are refused, and running calls end with their results',
    ],
    breakStore: (store) => ({ ...store, close: async () => {} }),
  },
  {
    fault: 'a failed commit wakes watchers',
    noticedBy: ['a failed commit wakes no watcher'],
    breakStore(store) {
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

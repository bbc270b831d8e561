import { setImmediate } from 'node:timers/promises'
import type { CommitResult, ConsumeResult, Row, Store, WriteOp } from '@doorkit/server/store'

/** A store that breaks one promise, and the cases that must notice. */
export interface BrokenStore {
  readonly fault: string
  readonly noticedBy: readonly string[]
  /** Spoils a store that works. */
  spoil(store: Store): Store
}

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
    noticedBy: ['a conflict names what is taken, and is told apart from a guard'],
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
    noticedBy: ['get answers in the order asked, null where there is none, as often as asked'],
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
    fault: 'a missing limit is taken as 100',
    noticedBy: [
      'queries that break a rule of the port are refused as invalid_query, a missing limit first',
    ],
    spoil: (store) => ({
      ...store,
      list: (query) => store.list({ ...query, limit: query.limit ?? 100 }),
    }),
  },
  {
    fault: 'claim finds first and leases later',
    noticedBy: ['of 1,000 due rows, 8 workers get each exactly once'],
    spoil: (store) => ({
      ...store,
      async claim(query) {
        const rows = await store.list({
          in: query.in,
          index: 'by_due',
          where: [{ key: query.dueKey, op: 'lte', value: query.now }],
          dir: 'asc',
          limit: query.limit,
        })
        await setImmediate()
        const set = { [query.dueKey]: query.now + query.leaseMs, [query.leaseKey]: query.token }
        const lease = (row: Row): WriteOp => ({
          op: 'patch',
          in: query.in,
          partition: String(row.keys.workspace),
          id: row.id,
          set,
        })
        const result = await store.commit(rows.map(lease))
        const refs = rows.map(({ id, keys }) => ({
          in: query.in,
          partition: String(keys.workspace),
          id,
        }))
        return result.ok ? (await store.get(refs)).filter((row) => row !== null) : []
      },
    }),
  },
  {
    fault: 'consume reads, then writes',
    noticedBy: ['of 100 parallel consume with a limit of 10 exactly 10 are allowed'],
    spoil: (store) => ({
      ...store,
      async consume(query): Promise<ConsumeResult> {
        const seen = await store.consume({ ...query, points: 0 })
        const isAllowed = seen.count + query.points <= query.limit
        await setImmediate()
        return isAllowed
          ? store.consume({ ...query, limit: 1_000_000 })
          : { ...seen, allowed: false }
      },
    }),
  },
  {
    fault: 'points go back to whatever window is open',
    noticedBy: ['points go back to the window they were taken from, and to no other'],
    spoil: (store) => ({
      ...store,
      async consume(query) {
        const { resetAt } = await store.consume({ ...query, points: 0 })
        return store.consume({ ...query, resetAt })
      },
    }),
  },
  {
    fault: 'windows start with the clock',
    noticedBy: ['a window starts with its first use and ends windowMs later'],
    spoil: (store) => ({
      ...store,
      async consume(query) {
        const now = Math.floor(query.now / 700) * 700
        return store.consume({ ...query, now })
      },
    }),
  },
  {
    fault: 'horizons are ignored',
    noticedBy: [
      'incremental readers miss nothing while writers write',
      'a commit stamped before a horizon is late, and says where the horizon is',
    ],
    spoil: (store) => ({ ...store, commit: (ops) => store.commit(ops) }),
  },
  {
    fault: 'the horizon moves after the read',
    noticedBy: ['incremental readers miss nothing while writers write'],
    spoil: (store) => ({
      ...store,
      async list(query) {
        const rows = await store.list({ ...query, horizon: undefined })
        await setImmediate()
        if (query.horizon) await store.list({ ...query, limit: 1 })
        return rows
      },
    }),
  },
  {
    fault: 'a horizon moves back',
    noticedBy: ['a horizon never moves back'],
    spoil(store) {
      const horizons = new Map<string, number>()
      return {
        ...store,
        async list({ horizon, ...query }) {
          if (horizon) horizons.set(horizon.scope, horizon.at)
          return store.list(query)
        },
        async commit(ops, options) {
          const horizon = options?.at && horizons.get(options.at.scope)
          const isLate = options?.at && horizon !== undefined && horizon > options.at.at
          return isLate ? { ok: false, reason: 'late', horizon } : store.commit(ops)
        },
      }
    },
  },
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
    noticedBy: ['a failed commit wakes nobody'],
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

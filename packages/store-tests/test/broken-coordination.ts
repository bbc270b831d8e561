import { setImmediate } from 'node:timers/promises'
import type { ConsumeResult, Row, Store, WriteOp } from '@doorkit/store'

/** A store that breaks one promise, and the cases that must notice. */
export interface BrokenStore {
  readonly fault: string
  readonly noticedBy: readonly string[]
  /** Adds the fault to a correct store. */
  breakStore(store: Store): Store
}

/** Faults between processes: in claims, rate windows and horizons. */
export const brokenCoordination: readonly BrokenStore[] = [
  {
    fault: 'claim finds rows first and leases them later',
    noticedBy: ['each of 1,000 due rows is claimed by exactly one of 8 workers'],
    breakStore: (store) => ({
      ...store,
      async claim(query) {
        const rows = await store.list({
          in: query.in,
          index: 'by_due',
          where: [{ column: query.dueColumn, op: 'lte', value: query.now }],
          dir: 'asc',
          limit: query.limit,
        })
        await setImmediate()
        const set = {
          [query.dueColumn]: query.now + query.leaseMs,
          [query.leaseColumn]: query.token,
        }
        const lease = (row: Row): WriteOp => ({
          op: 'patch',
          in: query.in,
          partition: String(row.columns.workspace),
          id: row.id,
          set,
        })
        const result = await store.commit(rows.map(lease))
        const refs = rows.map(({ id, columns }) => ({
          in: query.in,
          partition: String(columns.workspace),
          id,
        }))
        return result.ok ? (await store.get(refs)).filter((row) => row !== null) : []
      },
    }),
  },
  {
    fault: 'consume reads, then writes',
    noticedBy: ['exactly 10 of 100 parallel consume calls are allowed if the limit is 10'],
    breakStore: (store) => ({
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
    fault: 'points are returned to any open window',
    noticedBy: ['points are returned only to the window that they were taken from'],
    breakStore: (store) => ({
      ...store,
      async consume(query) {
        const { resetAt } = await store.consume({ ...query, points: 0 })
        return store.consume({ ...query, resetAt })
      },
    }),
  },
  {
    fault: 'windows start at round times of the clock',
    noticedBy: ['a window starts at its first use and ends windowMs later'],
    breakStore: (store) => ({
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
      'a commit with a time before the horizon is late, and its result names the horizon',
    ],
    breakStore: (store) => ({ ...store, commit: (ops) => store.commit(ops) }),
  },
  {
    fault: 'the horizon moves only after the read',
    noticedBy: ['incremental readers miss nothing while writers write'],
    breakStore: (store) => ({
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
    breakStore(store) {
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
]

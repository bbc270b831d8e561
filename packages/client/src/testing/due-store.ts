import type { Store } from '@doorkit/server/store'

/** A store that can tell when work falls due. */
export interface DueStore {
  readonly store: Store
  /** The soonest time, not before `nowMs`, at which a row falls due that a worker looks for. */
  nextDueAt(nowMs: number): Promise<number | undefined>
}

/** Watches what a worker claims: so it is known where due work is, without knowing what it is. */
export function watchDueWork(watched: Store): DueStore {
  const dueKeys = new Map<string, string>()
  return {
    store: {
      ...watched,
      claim(query) {
        dueKeys.set(query.in, query.dueKey)
        return watched.claim(query)
      },
    },
    async nextDueAt(nowMs) {
      const soonest = await Promise.all(
        [...dueKeys].map(async ([collection, key]) => {
          const [all] = await watched.aggregate({
            in: collection,
            where: [{ key, op: 'gte', value: nowMs }],
            measures: { dueAt: { op: 'min', key } },
          })
          return all?.values.dueAt ?? Number.POSITIVE_INFINITY
        }),
      )
      const dueAt = Math.min(...soonest)
      return dueAt === Number.POSITIVE_INFINITY ? undefined : dueAt
    },
  }
}

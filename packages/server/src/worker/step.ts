import type { Collection, Stored } from '../collections/record.ts'
import type { Services } from '../services.ts'
import type { Row } from '../store/index.ts'

/** The keys of rows that workers take: when a row is due, and who holds it. */
export interface DueKeys {
  /** Null when nothing is to be done. While a lease runs, the time at which it ends. */
  due_at: number | null
  /** The token of the worker that holds the row. */
  lease: string | null
}

/** One kind of background work: the rows that come due, and what is then done with each. */
export interface Step {
  /** The name of the collection, whose keys include {@link DueKeys}. */
  readonly collection: string
  /** How long a worker may take for one row; after that another one takes over. */
  readonly leaseMs: number
  /** Rows under way at once, in one worker. */
  readonly concurrency: number
  /** Whom a row is for, where one that is slow must not hold up the others. */
  readonly lane?: ((row: Row) => string) | undefined
  /**
   * Does what a row is due for. What it writes it guards with `lease` equal to `token`, so that a
   * worker that finishes after it was taken over changes nothing. When it rejects, the row comes
   * up again at the end of the lease.
   */
  readonly work: (services: Services, row: Row, token: string) => Promise<void>
}

/** Declares a {@link Step} with the types of its collection. */
export function defineStep<Keys extends DueKeys, Data>(
  step: Omit<Step, 'collection' | 'lane' | 'work'> & {
    readonly collection: Collection<Keys, Data>
    readonly lane?: (row: Stored<Keys, Data>) => string
    readonly work: (services: Services, row: Stored<Keys, Data>, token: string) => Promise<void>
  },
): Step {
  const { lane } = step
  return {
    ...step,
    collection: step.collection.plan.name,
    lane: lane && ((row) => lane(row as Stored<Keys, Data>)),
    work: (services, row, token) => step.work(services, row as Stored<Keys, Data>, token),
  }
}

import type { Row } from '@doorkit/store'
import type { Collection } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Services } from '../services/services.ts'

/** A worker's lease on rows, and its places for them. */
export interface StepLease {
  /** The fencing token of the lease, see `ClaimQuery`. */
  readonly token: string
  /** How many places the work has. */
  readonly places: number
  /** Whether the work may continue beyond its share, because nothing waits for its places. */
  readonly mayGoOn: () => boolean
}

/** One kind of background work: which rows are due, and what to do with them. */
export interface Step {
  /**
   * The name of the collection. Its column `due_at` says when a row is due: null if there is nothing to
   * do, and the end of the lease while a worker has one on the row. `lease` is the token of that lease.
   */
  readonly collection: string
  /** The name of the collection's index whose first column is `due_at`. */
  readonly dueIndex: string
  /**
   * How long the lease of a worker on its rows lasts, in milliseconds. After that, another worker takes over.
   */
  readonly leaseMs: number
  /** How many places the step has in one worker. A row uses one of them during its work, or several. */
  readonly concurrency: number
  /** The most rows that one call of `work` gets. Default 1. */
  readonly batch?: number | undefined
  /** The shortest time from the writing of a row until it is due, in milliseconds. Default 0. */
  readonly delayMs?: ((services: Services) => number) | undefined
  /**
   * Whether workspaces share the places, so that slow work of one workspace does not delay the others.
   * The columns then include `workspace`, and an index begins with `workspace, due_at`.
   */
  readonly isFair?: boolean | undefined
  /**
   * Whether other code may change `due_at` while a worker has a lease on the row. Then only the column
   * `lease` says which worker has the lease and until when: the token begins with the end of the lease,
   * and is '' without one.
   */
  readonly isWoken?: boolean | undefined
  /** How many places a row can use. Default 1. */
  readonly places?: ((row: Row) => number) | undefined
  /**
   * Does the work for rows. It may return how much it did; otherwise the worker counts the rows. It must
   * guard its writes with `lease` equal to the token, so that a worker that has lost its lease changes
   * nothing. If it rejects, the rows are due again when the lease ends.
   */
  readonly work: (services: Services, rows: readonly Row[], lease: StepLease) => Promise<unknown>
}

type StepDeclaration<Columns, Data, Work> = Omit<
  Step,
  'collection' | 'dueIndex' | 'places' | 'work'
> & {
  readonly collection: Collection<Columns, Data>
  readonly places?: (row: TypedRow<Columns, Data>) => number
  readonly work: (services: Services, work: Work, lease: StepLease) => Promise<unknown>
}

/** Declares a {@link Step} that works on one row at a time. */
export function defineStep<Columns, Data>({
  work,
  ...step
}: StepDeclaration<Columns, Data, TypedRow<Columns, Data>>): Step {
  return defineBatchStep<Columns, Data>({
    ...step,
    work: async (services, [row], lease) => row && work(services, row, lease),
  })
}

/** Declares a {@link Step} that works on many rows at a time. */
export function defineBatchStep<Columns, Data>({
  collection: { plan },
  places,
  work,
  ...step
}: StepDeclaration<Columns, Data, readonly TypedRow<Columns, Data>[]>): Step {
  const index = plan.indexes.find(({ on }) => on[0] === 'due_at')
  if (!index) throw new Error(`The collection ${plan.name} has no index that begins with due_at.`)
  return {
    ...step,
    collection: plan.name,
    dueIndex: index.name,
    places: places && ((row) => places(row as TypedRow<Columns, Data>)),
    work: (services, rows, lease) =>
      work(services, rows as readonly TypedRow<Columns, Data>[], lease),
  }
}

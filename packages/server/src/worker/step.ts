import type { Collection, Stored } from '../collections/collection.ts'
import type { Services } from '../kit/services.ts'
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
  /** Places, in one worker: a row holds one while it is under way, or as many as it is given. */
  readonly concurrency: number
  /**
   * Whether workspaces share the places, so that one whose work does not end holds up no other.
   * The keys then include `workspace`, and indexes begin with `due_at` and with `workspace, due_at`.
   */
  readonly isFair?: boolean | undefined
  /** How many places a row can make use of. Default 1. */
  readonly places?: ((row: Row) => number) | undefined
  /**
   * Does what a row is due for, in the places it is given; may return how much that was. What it
   * writes it guards with `lease` equal to `token`, so that a worker that finishes after it was
   * taken over changes nothing. When it rejects, the row comes up again at the end of the lease.
   */
  readonly work: (
    services: Services,
    row: Row,
    token: string,
    places: number,
  ) => Promise<void> | Promise<number>
}

/** Declares a {@link Step} with the types of its collection. */
export function defineStep<Keys extends DueKeys, Data>(
  step: Omit<Step, 'collection' | 'places' | 'work'> & {
    readonly collection: Collection<Keys, Data>
    readonly places?: (row: Stored<Keys, Data>) => number
    readonly work: (
      services: Services,
      row: Stored<Keys, Data>,
      token: string,
      places: number,
    ) => Promise<void> | Promise<number>
  },
): Step {
  const { places, work } = step
  return {
    ...step,
    collection: step.collection.plan.name,
    places: places && ((row) => places(row as Stored<Keys, Data>)),
    work: (services, row, token, given) => work(services, row as Stored<Keys, Data>, token, given),
  }
}

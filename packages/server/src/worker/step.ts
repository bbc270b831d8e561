import type { Filter, Row, Store } from '@doorkit/store'
import type { Collection, TypedRow } from '../collections/collection.ts'
import type { Services } from '../kit/services.ts'

/** The hold of a worker on the rows that it took. */
export interface Hold {
  /** The fencing token of the lease, see `ClaimQuery`. */
  readonly token: string
  /** How many places of the worker the work is given. */
  readonly places: number
  /** Whether the work may take longer than its share: no other work waits for its places. */
  readonly mayGoOn: () => boolean
}

/** One kind of background work: the rows that come due, and what is then done with them. */
export interface Step {
  /**
   * The name of the collection. Of its keys, `due_at` says when a row is due (null when nothing is to
   * be done; while a lease runs, when it ends), and `lease` is the token of the worker that holds it.
   */
  readonly collection: string
  /** The name of its index whose first column is `due_at`. */
  readonly dueIndex: string
  /** How long a worker may take for its rows; after that another one takes over. */
  readonly leaseMs: number
  /** Places, in one worker: a row holds one while it is under way, or as many as it is given. */
  readonly concurrency: number
  /** How many rows are worked on together. Default 1. */
  readonly batch?: number | undefined
  /** How soon after it is written a row comes due, at the soonest, in milliseconds. Default 0. */
  readonly delayMs?: ((services: Services) => number) | undefined
  /**
   * Whether workspaces share the places, so that one whose work does not end holds up no other.
   * The keys then include `workspace`, and an index begins with `workspace, due_at`.
   */
  readonly isFair?: boolean | undefined
  /**
   * Whether others may move the due time of a row while a worker holds it. Then the lease alone says
   * who holds a row and until when: its text begins with its end, and is '' while no worker does.
   */
  readonly isWoken?: boolean | undefined
  /** How many places a row can make use of. Default 1. */
  readonly places?: ((row: Row) => number) | undefined
  /**
   * Does what rows are due for, in the places it is given; a number it returns is how much that
   * was. It guards its writes with `lease` equal to the token, so that a worker that finishes after
   * it was taken over changes nothing. When it rejects, the rows come up again at the end of the lease.
   */
  readonly work: (services: Services, rows: readonly Row[], hold: Hold) => Promise<unknown>
}

type Declared<Keys, Data> = Omit<Step, 'collection' | 'dueIndex' | 'places' | 'work'> & {
  readonly collection: Collection<Keys, Data>
  readonly places?: (row: TypedRow<Keys, Data>) => number
}

/** Declares a {@link Step} that works on one row at a time, with the types of its collection. */
export function defineStep<Keys, Data>({
  work,
  ...step
}: Declared<Keys, Data> & {
  readonly work: (services: Services, row: TypedRow<Keys, Data>, hold: Hold) => Promise<unknown>
}): Step {
  return defineBatchStep<Keys, Data>({
    ...step,
    work: async (services, [row], hold) => row && work(services, row, hold),
  })
}

/** Declares a {@link Step} that works on many rows together. */
export function defineBatchStep<Keys, Data>({
  collection: { plan },
  places,
  work,
  ...step
}: Declared<Keys, Data> & {
  readonly work: (
    services: Services,
    rows: readonly TypedRow<Keys, Data>[],
    hold: Hold,
  ) => Promise<unknown>
}): Step {
  const index = plan.indexes.find(({ on }) => on[0] === 'due_at')
  if (!index) throw new Error(`The collection ${plan.name} has no index that begins with due_at.`)
  return {
    ...step,
    collection: plan.name,
    dueIndex: index.name,
    places: places && ((row) => places(row as TypedRow<Keys, Data>)),
    work: (services, rows, hold) => work(services, rows as readonly TypedRow<Keys, Data>[], hold),
  }
}

/** When the first row of a step that matches falls due; infinity when none does. */
export async function firstDueAt(
  store: Store,
  { collection, dueIndex }: Step,
  where: Filter,
): Promise<number> {
  const query = { in: collection, index: dueIndex, where, dir: 'asc', limit: 1 } as const
  const [first] = await store.list(query)
  return Number(first?.keys.due_at ?? Number.POSITIVE_INFINITY)
}

import { setImmediate as endOfTick } from 'node:timers/promises'
import {
  type NearestQuery,
  optionalMethods,
  type Row,
  type SchemaPlan,
  type SearchQuery,
  type Store,
  storeErrorCode,
  type WriteOp,
} from '@doorkit/store'
import { type Clock, sleep } from '../ports/clock.ts'
import { createBoundedMap } from './bounded-map.ts'
import {
  indexedRowFactor,
  mostLargeReadsPerWorkspace,
  mostLargeWritesPerWorkspace,
  searchedRowWork,
  workPerTick,
} from './bounds.ts'
import { createFairPlaces } from './fair-places.ts'
import { type Ticks, workOf } from './fair-ticks.ts'

const maxRetries = 3
const baseDelayMs = 20
const readsPerMeasurement = 4
const mostFairStores = 1_000
const rowsInOneTick = 20
const noWait = () => undefined

/** The store of a kit, with retries and a fair share for each workspace. */
export interface FairStores {
  /** Retries calls, with jitter, when the database is too busy. */
  readonly store: Store
  /**
   * The store for the requests and the background work of one workspace. Calls that read or write rows
   * first wait for their share of a tick (see {@link Ticks}). Otherwise a store that answers without yielding
   * to the event loop, such as SQLite, could block the process. Of the calls that take a whole tick, only a
   * few run at the same time. Otherwise a database with processes of its own would work on all of them, and
   * be slow for everybody.
   */
  fairStore(workspace: string): Store
}

export interface FairStoresOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly ticks: Ticks
  /** The collections. Writing a row costs more if its words are in a search index. */
  readonly plan: SchemaPlan
}

/** Calls a method that costs about `work`. `workDone` computes the real cost from the result. */
type Call = <Args extends unknown[], Result>(
  work: number,
  method: (this: Store, ...args: Args) => Promise<Result>,
  args: Args,
  workDone?: (result: Result) => number,
) => Promise<Result>

export function createFairStores(
  store: Store,
  { clock, random, ticks, plan }: FairStoresOptions,
): FairStores {
  async function retry<Args extends unknown[], Result>(
    method: (this: Store, ...args: Args) => Promise<Result>,
    args: Args,
  ): Promise<Result> {
    for (let retries = 0; ; retries++) {
      try {
        return await method.apply(store, args)
      } catch (error) {
        if (storeErrorCode(error) !== 'busy' || retries === maxRetries) throw error
        await sleep(clock, random() * baseDelayMs * 2 ** retries)
      }
    }
  }

  const searched = new Set(plan.collections.flatMap(({ name, search }) => (search ? [name] : [])))
  const base: Store = {
    ...withWork(store, searched, (_, method, args) => retry(method, args), noWait),
    consume: (query) => retry(store.consume, [query]),
    migrate: (plan, options) => retry(store.migrate, [plan, options]),
    ping: (signal) => store.ping(signal),
    close: () => store.close(),
    // A scrub itself waits for other users of the database, and the worker repeats it.
    ...optionalMethods(store, ['scrub', 'backup', 'watch']),
    ...optionalMethods(store, ['version'], (version) => retry(version, [])),
  }

  const writes: readonly unknown[] = [store.commit, store.updateMany, store.deleteMany, store.claim]
  const fairStores = createBoundedMap<Store>(mostFairStores)
  const takeWritePlace = createFairPlaces(Number.POSITIVE_INFINITY, mostLargeWritesPerWorkspace)
  const takeReadPlace = createFairPlaces(Number.POSITIVE_INFINITY, mostLargeReadsPerWorkspace)
  const fairlyFor =
    (workspace: string): Call =>
    async (work, method, args, workDone) => {
      const takePlace = writes.includes(method) ? takeWritePlace : takeReadPlace
      const endPlace = work >= workPerTick ? await takePlace(workspace) : undefined
      const entered = ticks.enter(workspace, work)
      if (entered) await entered
      const result = await retry(method, args).finally(endPlace)
      if (workDone) ticks.refund(workspace, work - workDone(result))
      return result
    }

  return {
    store: base,
    fairStore(workspace) {
      const known = fairStores.get(workspace)
      if (known) return known
      const enter = (work: number) => ticks.enter(workspace, work)
      const fairStore = { ...base, ...withWork(store, searched, fairlyFor(workspace), enter) }
      fairStores.set(workspace, fairStore)
      return fairStore
    },
  }
}

/**
 * The methods of a store, each called with the work that it costs.
 *
 * @param searched - the names of the collections with a search index.
 * @param enter - waits before a step of a search. It must not wait for other calls to end: searches could
 * then wait for each other.
 */
function withWork(
  store: Store,
  searched: ReadonlySet<string>,
  call: Call,
  enter: (work: number) => Promise<void> | undefined,
) {
  /** The recent cost of one row of each collection. */
  const rowWork = new Map<string, { readonly work: number; readonly reads: number }>()

  const workOfRow = (collection: string) => rowWork.get(collection)?.work ?? 1

  function noteRows(collection: string, rows: readonly (Row | null)[]): void {
    const { work, reads } = rowWork.get(collection) ?? { work: 1, reads: 0 }
    // Measuring a row takes as long as reading it, so only some rows are measured.
    const nth = reads / readsPerMeasurement
    const row = Number.isInteger(nth) ? rows[nth % rows.length] : undefined
    const recentWork = row ? (work + workOf(row.data)) / 2 : work
    rowWork.set(collection, { work: recentWork, reads: reads + 1 })
  }

  /** Counts the whole limit as the work of a method, until its result says how many rows it used. */
  const upToLimit = <Query extends { readonly limit: number }, Args extends unknown[], Result>(
    method: (this: Store, query: Query, ...args: Args) => Promise<Result>,
    rowsIn: (result: Result) => number,
  ) => {
    return (query: Query, ...args: Args) =>
      call(query.limit, method, [query, ...args], (result) => 1 + rowsIn(result))
  }
  const changed = ({ changed }: { readonly changed: number }) => changed
  /** A search step that reads or compares many rows gets a tick of its own. */
  const pause = async (rows: number) => {
    await enter(1 + rows * searchedRowWork)
    if (rows >= rowsInOneTick) await endOfTick()
  }
  const { search, nearest } = store
  const workOfWrite = (op: WriteOp) =>
    workOf(op.op === 'insert' ? op.row.data : dataOf(op)) *
    (searched.has(op.in) ? indexedRowFactor : 1)

  return {
    async get(refs) {
      const work = refs.reduce((sum, ref) => sum + workOfRow(ref.in), 0)
      const rows = await call(work, store.get, [refs])
      for (let at = 0; at < refs.length; at++) noteRows(refs[at]?.in ?? '', [rows[at] ?? null])
      return rows
    },
    list: (query) =>
      call(query.limit * workOfRow(query.in), store.list, [query], (rows) => {
        noteRows(query.in, rows)
        return 1 + rows.length * workOfRow(query.in)
      }),
    // The result does not say how many rows were read.
    aggregate: (query) => call(workPerTick, store.aggregate, [query]),
    ...(search && {
      search: (query: SearchQuery) =>
        call(1 + (query.meanings?.length ?? 0), search, [{ pause, ...query }]),
    }),
    // The vectors of the workspace are compared, and the result does not say how many there are.
    ...(nearest && { nearest: (query: NearestQuery) => call(workPerTick, nearest, [query]) }),
    commit(ops, options) {
      const work = ops.reduce((sum, op) => sum + workOfWrite(op), 0)
      return call(work, store.commit, [ops, options])
    },
    updateMany: upToLimit(store.updateMany, changed),
    deleteMany: upToLimit(store.deleteMany, changed),
    claim: upToLimit(store.claim, (rows) => rows.length),
  } satisfies Partial<Store>
}

const dataOf = (op: Exclude<WriteOp, { op: 'insert' }>) => (op.op === 'patch' ? op.data : undefined)

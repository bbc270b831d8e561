import { offered, type Row, type Store, storeErrorCode, type WriteOp } from '@doorkit/store'
import { type Clock, sleep } from '../ports/clock.ts'
import { createBoundedMap } from './bounded-map.ts'
import { workPerTick } from './bounds.ts'
import { type EnterTick, workOf } from './fair-ticks.ts'

const maxRetries = 3
const baseDelayMs = 20
const readsPerLook = 4
const mostFairStores = 1_000

/** The store of a kit, with retries and a fair share for each workspace. */
export interface FairStores {
  /** Retries calls, with jitter, when the database is too busy. */
  readonly store: Store
  /**
   * The store for one workspace's requests and jobs. Each call first waits for its share of a tick, see
   * {@link EnterTick}: some stores, such as SQLite, answer without yielding to the event loop, and could
   * otherwise block the process.
   */
  fairStore(workspace: string): Store
}

/** The options of {@link FairStores}. */
export interface FairStoresOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly enterTick: EnterTick
}

/** Calls a method that costs `work`. */
type Call = <Args extends unknown[], Result>(
  work: number,
  method: (this: Store, ...args: Args) => Promise<Result>,
  args: Args,
) => Promise<Result>

/** Makes a {@link FairStores}. */
export function createFairStores(
  store: Store,
  { clock, random, enterTick }: FairStoresOptions,
): FairStores {
  /** How much work a row of each collection was lately. */
  const rowWork = new Map<string, { readonly work: number; readonly reads: number }>()

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

  const workOfRow = (collection: string) => rowWork.get(collection)?.work ?? 1

  function noteRows(collection: string, rows: readonly (Row | null)[]): void {
    const { work, reads } = rowWork.get(collection) ?? { work: 1, reads: 0 }
    // Measuring a row takes as long as reading it, so only some rows are measured.
    const row = reads % readsPerLook === 0 ? rows[(reads / readsPerLook) % rows.length] : undefined
    const seen = row ? (work + workOf(row.data)) / 2 : work
    rowWork.set(collection, { work: seen, reads: reads + 1 })
  }

  const withWork = (call: Call) =>
    ({
      async get(refs) {
        const work = refs.reduce((sum, ref) => sum + workOfRow(ref.in), 0)
        const rows = await call(work, store.get, [refs])
        for (let at = 0; at < refs.length; at++) noteRows(refs[at]?.in ?? '', [rows[at] ?? null])
        return rows
      },
      async list(query) {
        const rows = await call(query.limit * workOfRow(query.in), store.list, [query])
        noteRows(query.in, rows)
        return rows
      },
      // It does not show outside how many rows these two go through.
      aggregate: (query) => call(workPerTick, store.aggregate, [query]),
      ...offered(store, ['search'], (search) => call(workPerTick, search, [])),
      commit: (ops, options) => call(workOfOps(ops), store.commit, [ops, options]),
      updateMany: (query, patch) => call(query.limit, store.updateMany, [query, patch]),
      deleteMany: (query) => call(query.limit, store.deleteMany, [query]),
      claim: (query) => call(query.limit, store.claim, [query]),
    }) satisfies Partial<Store>

  const base: Store = {
    ...withWork((_, method, args) => retry(method, args)),
    consume: (query) => retry(store.consume, [query]),
    migrate: (plan, options) => retry(store.migrate, [plan, options]),
    ping: (signal) => store.ping(signal),
    close: () => store.close(),
    // A scrub waits by itself for others, and is repeated by the worker.
    ...offered(store, ['scrub', 'backup', 'watch']),
    ...offered(store, ['version'], (version) => retry(version, [])),
  }

  const fairStores = createBoundedMap<Store>(mostFairStores)
  const fairlyFor =
    (workspace: string): Call =>
    (work, method, args) => {
      const entered = enterTick(workspace, work)
      return entered ? entered.then(() => retry(method, args)) : retry(method, args)
    }

  return {
    store: base,
    fairStore(workspace) {
      const known = fairStores.get(workspace)
      if (known) return known
      const fairStore = { ...base, ...withWork(fairlyFor(workspace)) }
      fairStores.set(workspace, fairStore)
      return fairStore
    },
  }
}

function workOfOps(ops: readonly WriteOp[]): number {
  return ops.reduce((sum, op) => sum + workOf(op.op === 'insert' ? op.row.data : dataOf(op)), 0)
}

const dataOf = (op: Exclude<WriteOp, { op: 'insert' }>) => (op.op === 'patch' ? op.data : undefined)

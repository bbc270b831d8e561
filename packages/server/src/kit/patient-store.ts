import { offered, type Row, type Store, storeErrorCode, type WriteOp } from '@doorkit/store'
import { type Clock, sleep } from '../ports/clock.ts'
import { createBoundedMap } from './bounded-map.ts'
import { workPerRound } from './bounds.ts'
import { type EnterRound, workOf } from './fair-rounds.ts'

const maxRetries = 3
const baseDelayMs = 20
const readsPerLook = 4
const mostFairStores = 1_000

/** The store of a kit, as its parts call it. */
export interface PatientStore {
  /** Tries again, with jitter, what the database was too busy for. */
  readonly store: Store
  /**
   * Makes the store of one workspace, for a request or a job, so that none of them holds the process.
   * A store may answer without ever letting go of it, as SQLite does. So each call waits until its
   * workspace may do so much work; see {@link EnterRound}.
   */
  fairStore(workspace: string): Store
}

/** The settings of a {@link PatientStore}. */
export interface PatientStoreOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly enterRound: EnterRound
}

/** Calls a method that is so much work. */
type Call = <Args extends unknown[], Result>(
  work: number,
  method: (this: Store, ...args: Args) => Promise<Result>,
  args: Args,
) => Promise<Result>

/** Makes a {@link PatientStore}. */
export function patientStore(
  store: Store,
  { clock, random, enterRound }: PatientStoreOptions,
): PatientStore {
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
    // To look at a row takes as long as to find it: one of some is enough.
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
      aggregate: (query) => call(workPerRound, store.aggregate, [query]),
      ...offered(store, ['search'], (search) => call(workPerRound, search, [])),
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
      const entered = enterRound(workspace, work)
      return entered ? entered.then(() => retry(method, args)) : retry(method, args)
    }

  return {
    store: base,
    fairStore(workspace) {
      const known = fairStores.get(workspace)
      if (known) return known
      const made = { ...base, ...withWork(fairlyFor(workspace)) }
      fairStores.set(workspace, made)
      return made
    },
  }
}

function workOfOps(ops: readonly WriteOp[]): number {
  return ops.reduce((sum, op) => sum + workOf(op.op === 'insert' ? op.row.data : dataOf(op)), 0)
}

const dataOf = (op: Exclude<WriteOp, { op: 'insert' }>) => (op.op === 'patch' ? op.data : undefined)

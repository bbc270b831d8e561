import { checkPlan } from './check-plan.ts'
import { createInFlight } from './in-flight.ts'
import { optionalMethods } from './optional-methods.ts'
import type { Store } from './port.ts'
import type { CollectionPlan } from './schema.ts'
import { StoreError } from './store-error.ts'
import { unlessAborted } from './unless-aborted.ts'
import { stampDocument, upgradeDocument } from './upgrade-document.ts'
import { createWatchers } from './watchers.ts'

/** The part of a store that keeps its rows. Its methods behave as the port describes. */
export interface Engine extends Omit<Store, 'version'> {
  /** Optional: a number that changes with every write through another engine. */
  writesElsewhere?(): Promise<number>
  /** Optional: tells other processes that these collections were written to. */
  announce?(collections: readonly string[]): void
}

/**
 * Makes a store from an engine, with the behavior that all stores share. It refuses invalid plans,
 * collections that no plan has declared, and calls after `close`. It waits for running calls before it
 * closes the engine. It upgrades documents of earlier versions, and wakes the watchers of this process.
 */
export function checkedStore(engine: Engine): Store {
  const plans = new Map<string, CollectionPlan>()
  const writes = new Map<string, number>()
  const watchers = createWatchers(engine.watch?.bind(engine), engine.announce?.bind(engine))
  const { search, nearest, writesElsewhere } = optionalMethods(engine, [
    'search',
    'nearest',
    'writesElsewhere',
  ])
  const inFlight = createInFlight()
  let closing: Promise<void> | undefined

  /** Runs a call, or rejects with `closed` after `close`. */
  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (closing) throw new StoreError('closed', 'The store was closed. Create a new one.')
    return inFlight.track(call())
  }

  /** Counts a write when it ends. A failed write counts too, because it may have changed something. */
  async function write<Result>(names: readonly string[], work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } finally {
      for (const name of names) writes.set(name, (writes.get(name) ?? 0) + 1)
    }
  }

  function planOf(name: string): CollectionPlan {
    const plan = plans.get(name)
    if (plan) return plan
    const problem = `No collection ${JSON.stringify(name)}.`
    throw new StoreError('unknown_name', `${problem} Declare it in the plan given to migrate().`)
  }

  function runOn<Result>(
    name: string,
    call: (plan: CollectionPlan) => Promise<Result>,
  ): Promise<Result> {
    return run(async () => call(planOf(name)))
  }

  return {
    get: (refs) =>
      run(async () => {
        const refPlans = refs.map((ref) => planOf(ref.in))
        const rows = await engine.get(refs)
        return refPlans.map((plan, at) => {
          const row = rows[at]
          return row ? upgradeDocument(plan, row) : null
        })
      }),
    list: (query) =>
      runOn(query.in, async (plan) => {
        const rows = await engine.list(query)
        return rows.map((row) => upgradeDocument(plan, row))
      }),
    aggregate: (query) => runOn(query.in, () => engine.aggregate(query)),
    ...(search && {
      search: (query) =>
        runOn(query.in, async (plan) => {
          const hits = await search(query)
          return hits.map((hit) => ({ ...hit, row: upgradeDocument(plan, hit.row) }))
        }),
    }),
    ...(nearest && { nearest: (query) => runOn(query.in, () => nearest(query)) }),
    commit: (ops, options) =>
      run(async () => {
        const names = ops.map((op) => op.in)
        const stamped = ops.map((op) => stampDocument(planOf(op.in), op))
        const result = await write(names, engine.commit(stamped, options))
        if (result.ok) watchers.wake(names)
        return result
      }),
    updateMany: (query, patch) =>
      runOn(query.in, async () => {
        const result = await write([query.in], engine.updateMany(query, patch))
        if (result.changed > 0) watchers.wake([query.in])
        return result
      }),
    deleteMany: (query) => runOn(query.in, () => write([query.in], engine.deleteMany(query))),
    claim: (query) =>
      runOn(query.in, async (plan) => {
        const rows = await write([query.in], engine.claim(query))
        return rows.map((row) => upgradeDocument(plan, row))
      }),
    consume: (query) => run(() => engine.consume(query)),
    migrate: (plan, options) =>
      run(async () => {
        checkPlan(plan)
        const report = await engine.migrate(plan, options)
        const isReady = !options?.dryRun || report.statements.length === 0
        if (isReady) for (const declared of plan.collections) plans.set(declared.name, declared)
        return report
      }),
    ping: (signal) =>
      run(async () => {
        signal?.throwIfAborted()
        return signal ? unlessAborted(engine.ping(signal), signal) : engine.ping()
      }),
    ...optionalMethods(engine, ['scrub', 'backup'], run),
    ...(writesElsewhere && {
      version: (names) =>
        run(
          async () =>
            `${await writesElsewhere()} ${names.map((name) => writes.get(name) ?? 0).join(' ')}`,
        ),
    }),
    close() {
      closing ??= inFlight.ended().then(() => engine.close())
      return closing
    },
    watch: (collection, wake) => run(() => watchers.watch(collection, wake)),
  }
}

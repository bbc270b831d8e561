import { unlessAborted } from '../ports/within-time.ts'
import { type PlannedCollection, readPlan } from './check-plan.ts'
import {
  checkAggregate,
  checkBulk,
  checkClaim,
  checkConsume,
  checkList,
  checkRefs,
  checkSearch,
  findCollection,
} from './check-query.ts'
import { checkCommit, checkPatch } from './check-write.ts'
import { createGate } from './close-after-calls.ts'
import type { Row, Store } from './port.ts'
import { stampDocument, upgradeDocument } from './upgrade-document.ts'
import { createWakers } from './wakers.ts'

/** The engine under a store, which keeps its rows. Its calls follow the rules of the port. */
export interface Engine extends Omit<Store, 'version'> {
  /** Optional: a number that is another one after every write through other engines. */
  writesElsewhere?(): Promise<number>
  /** Optional: tells the watchers in other processes that these collections were written. */
  announce?(channels: readonly string[]): void
}

/**
 * Puts the rules of the port in front of an engine, so that every store refuses the same things
 * in the same words: names that no plan declared, queries that break a rule, calls after
 * `close`. It gives documents of earlier versions in the present one, and wakes the watchers of this
 * process. An engine behind it sees valid calls only.
 */
export function checkedStore(engine: Engine): Store {
  const collections = new Map<string, PlannedCollection>()
  const gate = createGate()
  const wakers = createWakers(engine.watch?.bind(engine), engine.announce?.bind(engine))
  const writes = new Map<string, number>()
  const search = engine.search?.bind(engine)
  const scrub = engine.scrub?.bind(engine)
  const writesElsewhere = engine.writesElsewhere?.bind(engine)
  const present = (name: string, row: Row): Row =>
    upgradeDocument(findCollection(collections, name).plan, row)

  /** Counts a write once it has ended, in whatever way: a failure may have written all the same. */
  async function write<Result>(names: readonly string[], work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } finally {
      for (const name of names) writes.set(name, (writes.get(name) ?? 0) + 1)
    }
  }

  return {
    get: (refs) =>
      gate.run(async () => {
        checkRefs(collections, refs)
        const rows = await engine.get(refs)
        return rows.map((row, place) => row && present(refs[place]?.in ?? '', row))
      }),
    list: (query) =>
      gate.run(async () => {
        checkList(collections, query)
        return (await engine.list(query)).map((row) => present(query.in, row))
      }),
    aggregate: (query) =>
      gate.run(async () => {
        checkAggregate(collections, query)
        return engine.aggregate(query)
      }),
    ...(search && {
      search: (query) =>
        gate.run(async () => {
          checkSearch(collections, query)
          const hits = await search(query)
          return hits.map((hit) => ({ ...hit, row: present(query.in, hit.row) }))
        }),
    }),
    commit: (ops, options) =>
      gate.run(async () => {
        checkCommit(collections, ops, options)
        const stamped = ops.map((op) => stampDocument(findCollection(collections, op.in).plan, op))
        const names = ops.map((op) => op.in)
        const result = await write(names, engine.commit(stamped, options))
        if (result.ok) wakers.wake(names)
        return result
      }),
    updateMany: (query, patch) =>
      gate.run(async () => {
        checkPatch(checkBulk(collections, query), patch)
        const result = await write([query.in], engine.updateMany(query, patch))
        if (result.changed > 0) wakers.wake([query.in])
        return result
      }),
    deleteMany: (query) =>
      gate.run(async () => {
        checkBulk(collections, query)
        return write([query.in], engine.deleteMany(query))
      }),
    claim: (query) =>
      gate.run(async () => {
        checkClaim(collections, query)
        const rows = await write([query.in], engine.claim(query))
        return rows.map((row) => present(query.in, row))
      }),
    consume: (query) =>
      gate.run(async () => {
        checkConsume(query)
        return engine.consume(query)
      }),
    migrate: (plan, options) =>
      gate.run(async () => {
        const planned = readPlan(plan)
        const report = await engine.migrate(plan, options)
        const isReady = !options?.dryRun || report.statements.length === 0
        if (isReady) for (const [name, collection] of planned) collections.set(name, collection)
        return report
      }),
    ping: (signal) =>
      gate.run(async () => {
        signal?.throwIfAborted()
        return signal ? unlessAborted(engine.ping(signal), signal) : engine.ping()
      }),
    ...(scrub && { scrub: () => gate.run(scrub) }),
    ...(writesElsewhere && {
      version: (names) =>
        gate.run(
          async () =>
            `${await writesElsewhere()} ${names.map((name) => writes.get(name) ?? 0).join(' ')}`,
        ),
    }),
    close: () => gate.close(() => engine.close()),
    watch: (channel, wake) => gate.run(() => wakers.watch(channel, wake)),
  }
}

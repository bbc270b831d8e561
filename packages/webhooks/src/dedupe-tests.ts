import type { DedupeClaim, DedupeStore } from './dedupe-store.ts'

/** How the stores of the tests are made: with these times, in milliseconds, and empty. */
export const dedupeTestTimes = { leaseMs: 60_000, ttlMs: 3_600_000 } as const

/** The store that the tests run over. */
export interface DedupeTestBed {
  /** Opens the store over the same rows each time, as another process would. */
  open(): DedupeStore | Promise<DedupeStore>
  /** Moves the clock of the opened stores, by milliseconds. */
  advance(ms: number): void | Promise<void>
}

/** One promise of a {@link DedupeStore}. */
export interface DedupeCase {
  /** The promise, as a sentence. */
  readonly name: string
  /** Rejects with an Error where the store does not keep it. Each case wants an empty bed. */
  readonly check: (bed: DedupeTestBed) => Promise<void>
}

const { leaseMs, ttlMs } = dedupeTestTimes

/**
 * The promises of every {@link DedupeStore}, for your own tests, under any runner.
 *
 * @example for (const { name, check } of dedupeCases) test(name, () => check(createBed()))
 */
export const dedupeCases: readonly DedupeCase[] = [
  {
    name: 'of a hundred callers at once, in two processes, exactly one gets the claim',
    async check(bed) {
      const stores = [await bed.open(), await bed.open()]
      const callers = Array.from({ length: 100 }, (_, index) => stores[index % 2] as DedupeStore)
      const claims = await Promise.all(callers.map(async (store) => await store.claim('evt_1')))
      const claimed = claims.filter(({ status }) => status === 'claimed')
      if (claimed.length !== 1) throw new Error(`${claimed.length} callers got the claim, not one`)
      const others = claims.filter(({ status }) => status === 'in_progress')
      if (others.length !== 99) throw new Error('A caller without the claim must see in_progress')
    },
  },
  {
    name: 'an event that was handled is done, in a process started later too, and no other is',
    async check(bed) {
      const store = await bed.open()
      await store.complete('evt_1', await take(store, 'evt_1'))
      expectStatus(await store.claim('evt_1'), 'done')
      expectStatus(await (await bed.open()).claim('evt_1'), 'done')
      expectStatus(await store.claim('evt_2'), 'claimed')
    },
  },
  {
    name: 'an event that was given back can be claimed again',
    async check(bed) {
      const store = await bed.open()
      await store.release('evt_1', await take(store, 'evt_1'))
      expectStatus(await store.claim('evt_1'), 'claimed')
    },
  },
  {
    name: 'a claim that is never settled ends, and its holder can settle nothing any more',
    async check(bed) {
      const store = await bed.open()
      const first = await take(store, 'evt_1')
      await bed.advance(leaseMs / 2)
      expectStatus(await store.claim('evt_1'), 'in_progress')
      await bed.advance(leaseMs)
      const second = await take(await bed.open(), 'evt_1')
      await store.release('evt_1', first)
      await store.complete('evt_1', first)
      expectStatus(await store.claim('evt_1'), 'in_progress')
      await store.complete('evt_1', second)
      expectStatus(await store.claim('evt_1'), 'done')
    },
  },
  {
    name: 'an event that was handled is remembered, and forgotten after its time',
    async check(bed) {
      const store = await bed.open()
      await store.complete('evt_1', await take(store, 'evt_1'))
      await bed.advance(ttlMs / 2)
      expectStatus(await store.claim('evt_1'), 'done')
      await bed.advance(ttlMs)
      expectStatus(await store.claim('evt_1'), 'claimed')
    },
  },
]

async function take(store: DedupeStore, id: string): Promise<string> {
  const claim = await store.claim(id)
  expectStatus(claim, 'claimed')
  return claim.status === 'claimed' ? claim.token : ''
}

function expectStatus({ status }: DedupeClaim, expected: DedupeClaim['status']): void {
  if (status !== expected) throw new Error(`The claim should be ${expected} and is ${status}`)
}

import type { DedupeClaim, DedupeStore } from './dedupe-store.ts'

/** The `leaseMs` and `ttlMs`, in milliseconds, that the tests expect the store to have. */
export const dedupeTestTimes = { leaseMs: 60_000, ttlMs: 3_600_000 } as const

/** Opens the store to test, and moves its clock. */
export interface DedupeTestBed {
  /** Opens the store, each time with the same rows, as another process would. */
  open(): DedupeStore | Promise<DedupeStore>
  /** Moves the clock of the opened stores, by milliseconds. */
  advance(ms: number): void | Promise<void>
}

/** One promise of a {@link DedupeStore}. */
export interface DedupeCase {
  /** The promise, as a sentence. */
  readonly name: string
  /** Rejects with an Error if the store breaks the promise. Each case needs an empty store. */
  readonly check: (bed: DedupeTestBed) => Promise<void>
}

const { leaseMs, ttlMs } = dedupeTestTimes

/**
 * The promises of every {@link DedupeStore}, as cases for your own tests in any test runner.
 *
 * @example for (const { name, check } of dedupeCases) test(name, () => check(createBed()))
 */
export const dedupeCases: readonly DedupeCase[] = [
  {
    name: 'exactly one of a hundred concurrent callers in two processes gets the claim',
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
    name: 'a handled event is done, even in a process that starts later, and no other event is',
    async check(bed) {
      const store = await bed.open()
      await store.complete('evt_1', await claimToken(store, 'evt_1'))
      expectStatus(await store.claim('evt_1'), 'done')
      expectStatus(await (await bed.open()).claim('evt_1'), 'done')
      expectStatus(await store.claim('evt_2'), 'claimed')
    },
  },
  {
    name: 'a released event can be claimed again',
    async check(bed) {
      const store = await bed.open()
      await store.release('evt_1', await claimToken(store, 'evt_1'))
      expectStatus(await store.claim('evt_1'), 'claimed')
    },
  },
  {
    name: 'a claim that is never settled expires, and its token settles nothing after the next claim',
    async check(bed) {
      const store = await bed.open()
      const firstToken = await claimToken(store, 'evt_1')
      await bed.advance(leaseMs / 2)
      expectStatus(await store.claim('evt_1'), 'in_progress')
      await bed.advance(leaseMs)
      const secondToken = await claimToken(await bed.open(), 'evt_1')
      await store.release('evt_1', firstToken)
      await store.complete('evt_1', firstToken)
      expectStatus(await store.claim('evt_1'), 'in_progress')
      await store.complete('evt_1', secondToken)
      expectStatus(await store.claim('evt_1'), 'done')
    },
  },
  {
    name: 'a handled event is remembered for `ttlMs`, and then forgotten',
    async check(bed) {
      const store = await bed.open()
      await store.complete('evt_1', await claimToken(store, 'evt_1'))
      await bed.advance(ttlMs / 2)
      expectStatus(await store.claim('evt_1'), 'done')
      await bed.advance(ttlMs)
      expectStatus(await store.claim('evt_1'), 'claimed')
    },
  },
]

async function claimToken(store: DedupeStore, id: string): Promise<string> {
  const claim = await store.claim(id)
  expectStatus(claim, 'claimed')
  return claim.status === 'claimed' ? claim.token : ''
}

function expectStatus({ status }: DedupeClaim, expected: DedupeClaim['status']): void {
  if (status !== expected) throw new Error(`The claim should be ${expected} and is ${status}`)
}

import type { Clock } from '../ports/clock.ts'
import type { ConsumeResult } from '../store/claim-and-consume.ts'
import type { Store } from '../store/port.ts'

/** A window that requests are counted in. */
export interface RateWindow {
  readonly key: string
  readonly limit: number
}

/** The store's answer when it gives no points. */
type Refusal = Omit<ConsumeResult, 'allowed'>

/** The refusal of asked points, if the limit is used up. Null where the answer is at hand. */
export type AskedPoints = Promise<Refusal | null> | null

/**
 * Counts requests against windows of the store: those that come together in one write, and without
 * a write for each where the limit is so large that some points can be taken ahead.
 */
export interface RateLimitCounter {
  /**
   * Begins to ask the store for points, where there are none at hand: so that the answer comes
   * while the caller waits for something else.
   */
  ask(window: RateWindow): AskedPoints
  /** Counts one request. `asked` is what {@link ask} gave for it. */
  take(window: RateWindow, asked?: AskedPoints): Promise<ConsumeResult>
  /** How a window stands. */
  look(window: RateWindow): Promise<ConsumeResult>
  /** Gives back everything that was not spent. */
  close(): Promise<void>
}

/** The options of a {@link RateLimitCounter}. */
export interface RateLimitCounterOptions {
  readonly store: Pick<Store, 'consume'>
  readonly clock: Clock
  readonly windowMs: number
  /** A process takes one part in so many of a limit ahead, at the most; 10,000 unless told. */
  readonly partAhead?: number
  /** Runs work that requests do not wait for; `close` of the server does. */
  readonly background: (work: () => Promise<void>) => void
}

/** Points of one window that this process took and has not spent. */
interface Hand {
  left: number
  /** Points that all processes have taken, those at hand among them. */
  readonly count: number
  readonly resetAt: number
}

interface Lease {
  hand: Hand | null
  /** How many points were taken last, and when. */
  block: number
  takenAt: number
  /** Requests that wait for points. */
  waiting: number
  /** The one call of the store that is under way. */
  asking: Promise<Refusal | null> | null
}

// Points that a process takes and does not spend are missing elsewhere: for no longer than this.
const holdMs = 100

// Points taken ahead are lost with a process that is killed, and others refuse what it holds: so
// the limits of all plans are exact, and a limit that costs a write for each request is small.
const smallestPart = 10_000

/** Makes a {@link RateLimitCounter} for one process. */
export function createRateLimitCounter(options: RateLimitCounterOptions): RateLimitCounter {
  const { store, clock, windowMs, partAhead = smallestPart, background } = options
  const leases = new Map<string, Lease>()
  // As the store sees it: a window that ends much later was begun before the clock was put back.
  const isOpen = ({ resetAt }: Refusal) => {
    const now = clock.now()
    return resetAt > now && resetAt <= now + 2 * windowMs
  }
  const openHand = (lease: Lease | undefined) =>
    lease?.hand && isOpen(lease.hand) ? lease.hand : null

  /** The hand of a lease, if a request may be counted with it. */
  function spendable(lease: Lease, limit: number): Hand | null {
    const hand = openHand(lease)
    return hand && hand.left > 0 && used(hand) < limit ? hand : null
  }

  function leaseOf(key: string): Lease {
    const known = leases.get(key)
    if (known) return known
    const lease: Lease = { hand: null, block: 1, takenAt: 0, waiting: 0, asking: null }
    leases.set(key, lease)
    watch(key, lease, holdMs)
    return lease
  }

  /** Waits for points with all others. Null does not mean that there is one for everybody. */
  const join = (lease: Lease, window: RateWindow) =>
    lease.asking ?? once(lease, takeBlock(lease, window))

  function once(lease: Lease, call: Promise<Refusal | null>): Promise<Refusal | null> {
    lease.asking = call.finally(() => {
      lease.asking = null
    })
    return lease.asking
  }

  async function takeBlock(lease: Lease, { key, limit }: RateWindow): Promise<Refusal | null> {
    const now = clock.now()
    const before = openHand(lease)
    const isBusy = now < lease.takenAt + holdMs
    const block = isBusy ? lease.block * 2 : Math.floor(lease.block / 2)
    const ahead = Math.min(block, Math.floor(limit / partAhead))
    /** How many points to take when so many are left: what is waited for, or some ahead. */
    const pointsOf = (left: number) => Math.max(1, Math.min(left, Math.max(lease.waiting, ahead)))
    let points = pointsOf(before ? limit - before.count : limit)
    for (;;) {
      const { allowed, count, resetAt } = await store.consume({ key, limit, windowMs, now, points })
      if (allowed) {
        const kept = before?.resetAt === resetAt ? before.left : 0
        lease.hand = { left: kept + points, count, resetAt }
        lease.takenAt = now
        lease.block = points
        return null
      }
      if (count >= limit) return { count, resetAt }
      points = Math.min(Math.max(1, points - 1), pointsOf(limit - count))
    }
  }

  /** Gives back what was not spent for a while, and forgets a key that is not used. */
  function watch(key: string, lease: Lease, delayMs: number): void {
    clock.after(delayMs, () => {
      const restMs = lease.takenAt + holdMs - clock.now()
      const isFresh = restMs > 0 && restMs <= holdMs
      if (isFresh || lease.waiting > 0 || lease.asking) watch(key, lease, isFresh ? restMs : holdMs)
      else background(() => giveBack(key, lease))
    })
  }

  async function giveBack(key: string, lease: Lease): Promise<void> {
    const { hand } = lease
    lease.hand = null
    if (hand && hand.left > 0) {
      const { left, resetAt } = hand
      const back = { key, limit: left, windowMs, now: clock.now(), points: -left, resetAt }
      // Points that cannot be given back end with their window.
      const done = () => null
      await once(lease, store.consume(back).then(done, done))
    }
    // Requests that came in between use this lease.
    if (lease.waiting > 0 || lease.hand) watch(key, lease, holdMs)
    else leases.delete(key)
  }

  return {
    ask({ key, limit }) {
      const lease = leaseOf(key)
      return spendable(lease, limit) ? null : join(lease, { key, limit })
    },
    async take({ key, limit }, asked) {
      const lease = leaseOf(key)
      lease.waiting += 1
      try {
        for (let waits = asked; ; waits = null) {
          const hand = spendable(lease, limit)
          if (hand) {
            hand.left -= 1
            return { allowed: true, count: used(hand), resetAt: hand.resetAt }
          }
          const refusal = await (waits ?? join(lease, { key, limit }))
          if (refusal && refusal.count >= limit && isOpen(refusal)) {
            return { allowed: false, ...refusal }
          }
        }
      } finally {
        lease.waiting -= 1
      }
    },
    async look({ key, limit }) {
      const hand = openHand(leases.get(key))
      if (hand) return { allowed: true, count: used(hand), resetAt: hand.resetAt }
      return store.consume({ key, limit, windowMs, now: clock.now(), points: 0 })
    },
    async close() {
      await Promise.all([...leases].map(([key, lease]) => giveBack(key, lease)))
    },
  }
}

/** The points taken of a window, without those still at hand. */
const used = ({ count, left }: Hand) => count - left

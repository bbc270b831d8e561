import { randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'
import type { Row } from '../store/index.ts'
import type { Step } from './step.ts'

// In a step with lanes, a piece of work that takes longer gives its place to another…
const patienceMs = 1_000
// A timer that comes later than this tells of a process that was busy itself.
const lateMs = 250
// …until so many times the places of the step are under way.
const overbooking = 8
// With so many slow pieces in one lane, the next ones of that lane are put off.
const slowInLane = 8
const putOffMs = 10_000

/** The work of one step that is under way in one pass. */
export function createPool(services: Services, name: string, step: Step) {
  const { store, clock, logger } = services
  const underWay = new Set<Promise<void>>()
  const slow = new Map<string, number>()
  let slowCount = 0

  /** Counts a piece of work as slow, from when it is until the returned function is called. */
  function watchPace(lane: string): () => void {
    let isSlow = false
    const count = (change: 1 | -1) => {
      isSlow = change === 1
      slowCount += change
      slow.set(lane, (slow.get(lane) ?? 0) + change)
    }
    let cancel = () => {}
    const watch = () => {
      const dueAt = clock.now() + patienceMs
      cancel = clock.after(patienceMs, () => {
        if (clock.now() - dueAt > lateMs) watch()
        else count(1)
      })
    }
    watch()
    return () => {
      cancel()
      if (isSlow) count(-1)
    }
  }

  function begin(row: Row, token: string): void {
    const isOver = step.lane ? watchPace(step.lane(row)) : () => {}
    const done: Promise<void> = step
      .work(services, row, token)
      .catch((error) => {
        logger.error({ step: name, id: row.id, error }, 'A piece of background work broke.')
      })
      .finally(() => {
        isOver()
        underWay.delete(done)
      })
    underWay.add(done)
  }

  async function putOff(row: Row, token: string): Promise<void> {
    const set = { due_at: clock.now() + putOffMs, lease: null }
    const when = [{ key: 'lease', op: 'eq', value: token }] as const
    await store.commit([{ op: 'patch', in: step.collection, id: row.id, set, when }])
  }

  return {
    underWay,
    /** Takes as many due rows as there is room for; tells how many it found and how many it began. */
    async fill(): Promise<{ readonly claimed: number; readonly begun: number }> {
      const room = step.concurrency * overbooking - underWay.size
      const limit = Math.min(step.concurrency - underWay.size + slowCount, room)
      if (limit <= 0) return { claimed: 0, begun: 0 }
      const token = randomUUID()
      const rows = await store.claim({
        in: step.collection,
        dueKey: 'due_at',
        leaseKey: 'lease',
        now: clock.now(),
        leaseMs: step.leaseMs,
        token,
        limit,
      })
      const isHeldUp = (row: Row) =>
        step.lane !== undefined && (slow.get(step.lane(row)) ?? 0) >= slowInLane
      const late = rows.filter(isHeldUp)
      const ready = rows.filter((row) => !isHeldUp(row))
      for (const row of ready) begin(row, token)
      for (const row of late) await putOff(row, token)
      return { claimed: rows.length, begun: ready.length }
    },
  }
}

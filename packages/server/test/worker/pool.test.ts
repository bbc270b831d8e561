import { describe, expect, test } from 'vitest'
import { type ManualClock, manualClock, silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/services.ts'
import type { Row, WriteOp } from '../../src/store/index.ts'
import { createPool } from '../../src/worker/pool.ts'

/** A pool of four places whose work ends when the test says so; all rows are for one receiver. */
function openPool(clock: ManualClock, timersAreLateMs = 0) {
  const ends: (() => void)[] = []
  const putOff: string[] = []
  let made = 0
  const services = {
    clock: {
      now: clock.now,
      after: (ms: number, wake: () => void) => clock.after(ms + timersAreLateMs, wake),
    },
    logger: silentLogger,
    store: {
      claim: async ({ limit }: { limit: number }): Promise<Row[]> =>
        Array.from({ length: limit }, () => ({ id: `row-${made++}`, rev: 1, keys: {}, data: {} })),
      commit: async (ops: readonly WriteOp[]) => {
        for (const op of ops) if ('id' in op) putOff.push(op.id)
        return { ok: true }
      },
    },
  } as unknown as Services
  const pool = createPool(services, 'test', {
    collection: 'rows',
    leaseMs: 60_000,
    concurrency: 4,
    lane: () => 'receiver',
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
  })
  return { ...pool, ends, putOff }
}

describe('the places of a step', () => {
  test('are given on by work that waits for over a second, and its lane is put off', async () => {
    const clock = manualClock(0)
    const pool = openPool(clock)
    expect(await pool.fill()).toEqual({ claimed: 4, begun: 4 })
    expect(await pool.fill()).toEqual({ claimed: 0, begun: 0 })
    clock.advance(1_000)
    expect(await pool.fill()).toEqual({ claimed: 4, begun: 4 })
    clock.advance(1_000)
    expect(await pool.fill()).toEqual({ claimed: 4, begun: 0 })
    expect(pool.putOff).toHaveLength(4)
  })

  test('are not given on because this process was busy for over a second itself', async () => {
    const clock = manualClock(0)
    const pool = openPool(clock, 500)
    await pool.fill()
    clock.advance(10_000)
    expect(await pool.fill()).toEqual({ claimed: 0, begun: 0 })
    for (const end of pool.ends.splice(0)) end()
    await Promise.all(pool.underWay)
    expect(await pool.fill()).toEqual({ claimed: 4, begun: 4 })
    expect(pool.putOff).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { leaseUntil } from '../../src/worker/claim-work.ts'
import { openPool } from '../support/pool.ts'

const settle = () => new Promise(setImmediate)

describe('a step that is fair', () => {
  test('serves first the workspaces that have waited longest', async () => {
    const pool = await openPool({ concurrency: 2 })
    await pool.add('third', 1, 3)
    await pool.add('first', 1, 1)
    await pool.add('second', 1, 2)
    await pool.fillUp()
    expect(pool.begun.map(({ workspace }) => workspace)).toEqual(['first', 'second'])
  })

  test('serves a workspace without places before workspaces that use some, even if their rows have waited longer', async () => {
    const pool = await openPool({ concurrency: 100 })
    for (let hog = 0; hog < 70; hog++) await pool.add(`hog-${hog}`, 1, 1)
    await pool.fillUp()
    for (let hog = 0; hog < 70; hog++) await pool.add(`hog-${hog}`, 1, 1)
    await pool.add('newcomer', 1, 1_000)
    expect(await pool.fillUp()).toMatchObject({ newcomer: 1 })
  })

  test('serves at most 64 workspaces in one look', async () => {
    const pool = await openPool({ concurrency: 100 })
    for (let at = 0; at < 70; at++) await pool.add(`workspace-${at}`, 1)
    expect(await pool.look()).toBe(64)
    expect(await pool.look()).toBe(6)
  })
})

describe('a step that is not fair', () => {
  test('claims due rows for all its places, with a lease from now', async () => {
    const pool = await openPool({ isFair: false, concurrency: 3 })
    await pool.add('hog', 5)
    expect(await pool.look()).toBe(3)
    expect(pool.claims).toMatchObject([{ now: 1_000, leaseMs: 60_000, where: [], limit: 3 }])
    expect(Number(pool.claims[0]?.token.split('.')[0])).toBe(61_000)
    expect(await pool.look()).toBe(0)
    expect(pool.claims).toHaveLength(1)
    pool.begun[0]?.end()
    await settle()
    expect(await pool.look()).toBe(1)
  })

  test('claims at most 1,000 rows at a time', async () => {
    const pool = await openPool({ isFair: false, concurrency: 1_200 })
    await pool.add('hog', 1)
    await pool.look()
    expect(pool.claims).toMatchObject([{ limit: 1_000 }])
  })

  test('gives each batch the same number of places for each of its rows', async () => {
    const pool = await openPool({ isFair: false, concurrency: 7, batch: 2, places: () => 5 })
    await pool.add('workspace', 5)
    expect(await pool.look()).toBe(5)
    expect(pool.begun.map(({ rows, places }) => [rows.length, places])).toEqual([
      [2, 2],
      [2, 2],
      [1, 1],
    ])
  })

  test('gives a row no more places than it wants', async () => {
    const pool = await openPool({ isFair: false, places: () => 3 })
    await pool.add('workspace', 2)
    await pool.look()
    expect(pool.begun.map(({ places }) => places)).toEqual([3, 3])
  })
})

describe('the places of a workspace', () => {
  /** A pool whose first row wants the first of these numbers of places, and so on. */
  const openWanting = (...places: number[]) =>
    openPool({ places: ({ id }) => places[Number(id)] ?? 1 })
  const listPlaces = ({ begun }: Awaited<ReturnType<typeof openPool>>) =>
    begun.map((piece) => piece.places)

  test('are its share, including the places that it already uses', async () => {
    const pool = await openPool({ concurrency: 20 })
    await pool.add('workspace', 1)
    await pool.look()
    await pool.add('workspace', 10)
    expect(await pool.look()).toBe(3)
  })

  test('are not reduced by workspaces whose work is not due yet', async () => {
    const pool = await openPool({ concurrency: 20 })
    for (let later = 0; later < 6; later++) await pool.add(`later-${later}`, 1, 2_000)
    await pool.add('workspace', 10)
    expect(await pool.look()).toBe(4)
  })

  test('are divided equally among new and running rows', async () => {
    const pool = await openWanting(2, 5, 5)
    await pool.add('workspace', 1)
    await pool.look()
    await pool.add('workspace', 2)
    await pool.look()
    expect(listPlaces(pool)).toEqual([2, 2, 2])
  })

  test('are at least one for each new row, but in total no more than its share', async () => {
    const pool = await openWanting(6, 5, 5)
    await pool.add('workspace', 1)
    await pool.look()
    await pool.add('workspace', 2)
    await pool.look()
    expect(listPlaces(pool)).toEqual([6, 1, 1])
  })

  test('are free again when its work has ended', async () => {
    const pool = await openWanting(5, 8)
    await pool.add('workspace', 1)
    await pool.look()
    pool.begun[0]?.end()
    await settle()
    await pool.add('workspace', 1)
    await pool.look()
    expect(listPlaces(pool)).toEqual([5, 8])
  })
})

describe('running work', () => {
  const mayGoOn = (pool: Awaited<ReturnType<typeof openPool>>) => pool.begun[0]?.mayGoOn()

  test('may go on while places are left', async () => {
    const pool = await openPool({ isFair: false, concurrency: 2 })
    await pool.add('workspace', 1)
    await pool.look()
    expect(mayGoOn(pool)).toBe(true)
  })

  test('may not go on while all places are in use', async () => {
    const pool = await openPool({ isFair: false, concurrency: 1 })
    await pool.add('workspace', 1)
    await pool.look()
    await pool.look()
    expect(mayGoOn(pool)).toBe(false)
  })

  test('may not go on while more rows may be due than were claimed', async () => {
    const pool = await openPool({ isFair: false, concurrency: 2 })
    await pool.add('workspace', 2)
    await pool.look()
    expect(mayGoOn(pool)).toBe(false)
  })

  test('may not go on while it has fewer places than it wants', async () => {
    const pool = await openPool({ isFair: false, concurrency: 3, places: () => 4 })
    await pool.add('workspace', 1)
    await pool.look()
    expect(mayGoOn(pool)).toBe(false)
  })

  test('may not go on while its workspace uses its whole share and has more due rows', async () => {
    const pool = await openPool({ concurrency: 20 })
    await pool.add('hog', 4)
    await pool.look()
    await pool.add('hog', 1)
    await pool.look()
    expect(mayGoOn(pool)).toBe(false)
  })
})

describe('the next look', () => {
  test('follows when the next row is due, but at least 20 ms and at most five seconds after this look', async () => {
    const pool = await openPool()
    const next = async (due_at: number) => {
      await pool.add('workspace', 1, due_at)
      expect(await pool.look()).toBe(0)
      return pool.lookAt()
    }
    expect(await next(9_000)).toBe(6_000)
    expect(await next(3_000)).toBe(3_000)
    expect(await next(1_001)).toBe(1_020)
  })

  test('follows immediately after a look that started work, and again when work ends', async () => {
    const pool = await openPool({ concurrency: 1 })
    await pool.add('workspace', 1)
    expect(await pool.look()).toBe(1)
    expect(pool.lookAt()).toBe(1_000)
    expect(await pool.look()).toBe(0)
    expect(pool.lookAt()).toBe(Number.POSITIVE_INFINITY)
    pool.clock.advance(5)
    pool.begun[0]?.end()
    await settle()
    expect([pool.lookAt(), pool.ends(), pool.underWay.size]).toEqual([1_005, 1, 0])
  })

  test('follows half a second later if there was no room for the due rows', async () => {
    const pool = await openPool({ concurrency: 4 })
    await pool.add('hog', 2)
    await pool.look()
    expect(await pool.look()).toBe(0)
    expect(pool.lookAt()).toBe(1_500)
  })

  test('follows five seconds after a failed look', async () => {
    const pool = await openPool({ collection: 'missing' })
    await expect(pool.look()).rejects.toThrow('missing')
    expect(pool.lookAt()).toBe(6_000)
  })

  test('follows a write as soon as the written row can be due', async () => {
    const [delayed, prompt] = [await openPool({ delayMs: () => 70 }), await openPool()]
    for (const pool of [delayed, prompt]) {
      await pool.look()
      pool.wake()
    }
    expect([delayed.lookAt(), prompt.lookAt()]).toEqual([1_070, 1_000])
  })
})

describe('the count of a pool', () => {
  test('adds up the numbers that work returns, and counts the rows of work that returns none', async () => {
    const pool = await openPool({ isFair: false, batch: 2 })
    await pool.add('workspace', 4)
    await pool.look()
    pool.begun[0]?.end(7)
    pool.begun[1]?.end()
    await settle()
    expect(pool.done()).toBe(9)
  })

  test('leaves out failed work, which is reported and frees its places', async () => {
    const pool = await openPool({ isFair: false, concurrency: 1 })
    const error = new Error('broken')
    await pool.add('workspace', 2)
    await pool.look()
    pool.begun[0]?.fail(error)
    await settle()
    expect(pool.failures).toEqual([{ step: 'test', id: '0', error }])
    expect(pool.done()).toBe(0)
    expect(await pool.look()).toBe(1)
  })
})

test('if others make a row due while a worker has a lease on it, work on the row starts when the lease ends', async () => {
  const pool = await openPool({ isWoken: true })
  await pool.add('workspace', 1, 1_000, leaseUntil(2_000))
  pool.clock.advance(999)
  expect(await pool.look()).toBe(0)
  expect(pool.claims).toEqual([])
  pool.clock.advance(1)
  expect(await pool.look()).toBe(1)
})

import { describe, expect, test, vi } from 'vitest'
import { manualClock, systemClock } from '../../src/ports/clock.ts'

describe('a manual clock', () => {
  test('moves only when the test moves it', () => {
    const clock = manualClock(1_000)
    expect(clock.now()).toBe(1_000)
    clock.advance(500)
    expect(clock.now()).toBe(1_500)
  })

  test('wakes every timer that falls due, in order, each at its time', () => {
    const clock = manualClock(0)
    const woken: [string, number][] = []
    const wake = (name: string) => () => woken.push([name, clock.now()])
    clock.after(30, wake('c'))
    clock.after(10, wake('a'))
    clock.after(10, wake('b'))
    clock.after(31, wake('late'))
    clock.advance(30)
    expect(woken).toEqual([
      ['a', 10],
      ['b', 10],
      ['c', 30],
    ])
  })

  test('wakes a timer that was set while the clock was moving', () => {
    const clock = manualClock(0)
    const woken: number[] = []
    const again = () => {
      woken.push(clock.now())
      clock.after(10, again)
    }
    clock.after(10, again)
    clock.advance(35)
    expect([woken, clock.now()]).toEqual([[10, 20, 30], 35])
  })

  test('does not wake a canceled timer', () => {
    const clock = manualClock(0)
    const wake = vi.fn()
    const cancel = clock.after(10, wake)
    cancel()
    clock.advance(20)
    expect(wake).not.toHaveBeenCalled()
  })
})

describe('the system clock', () => {
  test('returns the time of the machine', () => {
    const before = Date.now()
    const now = systemClock.now()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  test('wakes a timer, and does not wake a canceled one', async () => {
    const canceled = vi.fn()
    systemClock.after(1, canceled)()
    await new Promise<void>((resolve) => systemClock.after(5, resolve))
    expect(canceled).not.toHaveBeenCalled()
  })
})

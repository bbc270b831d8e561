import type { ConsumeQuery, ConsumeResult } from './claim-and-consume.ts'

type Window = Omit<ConsumeResult, 'allowed'>

// Sweeps are frequent enough that few ended windows remain, and so rare that they cost almost nothing.
const callsPerSweep = 1_000

/** Creates a `consume` that keeps its windows in memory. */
export function createWindows(): (query: ConsumeQuery) => ConsumeResult {
  const windows = new Map<string, Window>()
  let calls = 0

  return ({ key, limit, windowMs, now, points, resetAt }) => {
    calls += 1
    if (calls % callsPerSweep === 0) {
      for (const [key, window] of windows) if (window.resetAt <= now) windows.delete(key)
    }
    const found = windows.get(key)
    const open =
      found && isOpenWindow(found, now, windowMs) ? found : { count: 0, resetAt: now + windowMs }
    const count = open.count + points
    const fits = points < 0 ? open.resetAt === resetAt && count >= 0 : count <= limit
    if (!fits) return { allowed: false, ...open }
    if (points !== 0) windows.set(key, { count, resetAt: open.resetAt })
    return { allowed: true, count, resetAt: open.resetAt }
  }
}

/** Whether a window is open; see {@link ConsumeQuery}. */
export function isOpenWindow(
  { resetAt }: Pick<Window, 'resetAt'>,
  now: number,
  windowMs: number,
): boolean {
  return resetAt > now && resetAt <= now + 2 * windowMs
}

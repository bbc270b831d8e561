import type { SiteClock, SitePageState } from './browser-environment.ts'
import { interruptionOf } from './send-request.ts'

const firstWaitMs = 500
const longestWaitMs = 30_000

/**
 * The wait before a retry: it doubles with each attempt up to 30 s, with jitter. The first attempt
 * is 1.
 */
export const backoffMs = (attempt: number) =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)

/**
 * Waits for a time, or until the network comes back. Then waits until the page is ready.
 *
 * @throws SiteError `aborted` when the signal ends it.
 */
export function wait(
  { clock, page }: { readonly clock: SiteClock; readonly page: SitePageState },
  delayMs: number,
  signal: AbortSignal | undefined,
  isReady: () => boolean = page.isOnline,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let wasOnline = page.isOnline()
    let isDue = false
    const look = () => {
      const isOnline = page.isOnline()
      if (isOnline && !wasOnline) isDue = true
      wasOnline = isOnline
      if (!signal?.aborted && !(isDue && isReady())) return
      leave()
      if (signal?.aborted) reject(interruptionOf(null, signal))
      else resolve()
    }
    const cancelTimer = clock.after(delayMs, () => {
      isDue = true
      look()
    })
    const ignorePage = page.onChange(look)
    const leave = () => {
      cancelTimer()
      ignorePage()
      signal?.removeEventListener('abort', look)
    }
    signal?.addEventListener('abort', look)
    if (signal?.aborted) look()
  })
}

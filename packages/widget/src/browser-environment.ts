/** Time, as the client sees it. */
export interface SiteClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `wake` once after `delayMs`, and returns a function that cancels the call. */
  after(delayMs: number, wake: () => void): () => void
}

export const browserClock: SiteClock = {
  now: () => Date.now(),
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The page that the client runs on. */
export interface SitePageState {
  /** The address of the page, with its query. */
  url(): string
  /** The address that the visitor came from; empty if there is none. */
  referrer(): string
  /** Whether the browser has a network. */
  isOnline(): boolean
  /** Whether the page is hidden, such as in a background tab. */
  isHidden(): boolean
  /** Calls back when `isOnline` or `isHidden` may have changed. Returns a function that unsubscribes. */
  onChange(changed: () => void): () => void
}

/** The page of the browser. Without a browser, as on a server, it is visible and online. */
export const browserPage: SitePageState = {
  url: () => globalThis.location?.href ?? '',
  referrer: () => globalThis.document?.referrer ?? '',
  isOnline: () => globalThis.navigator?.onLine !== false,
  isHidden: () => globalThis.document?.visibilityState === 'hidden',
  onChange(changed) {
    const events: readonly (readonly [EventTarget | undefined, string])[] = [
      [globalThis, 'online'],
      [globalThis, 'offline'],
      [globalThis.document, 'visibilitychange'],
    ]
    for (const [target, name] of events) target?.addEventListener?.(name, changed)
    return () => {
      for (const [target, name] of events) target?.removeEventListener?.(name, changed)
    }
  },
}

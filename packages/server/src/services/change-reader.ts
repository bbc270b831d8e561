import type { StoreServices } from './services.ts'

export interface ChangeReaderOptions {
  /** The names of the collections. */
  readonly watched: readonly string[]
  /** Whether no stream is open. */
  readonly isIdle: () => boolean
  /** Runs each second before the read. Returns whether the read must reach further back. */
  readonly onPoll: () => boolean
  /** Reads the changes since a time, and sends them. The reads overlap, so some changes are read twice. */
  readonly read: (since: number) => Promise<void>
  /** Runs in place of `read` if there are no new changes, for work that is due even then. */
  readonly catchUp?: () => Promise<void>
  /** The message that is logged if a read fails. */
  readonly failureMessage: string
}

const pollMs = 1_000
/** How far each read reaches back before the previous one, because a commit can become visible late. */
const overlapMs = 3_000
/** Some reads begin at least this long before the present, because the clocks of servers differ. */
const wideOverlapMs = 60_000
/** How long a read waits after the store reports a write, so that many writes share one read. */
const hintMs = 100

/**
 * Makes the reader that all streams of one kind share in a process. It reads once a second while a
 * stream is open, and sooner after a write that the store reports.
 *
 * @returns a function that starts the reader. Call it for each new stream.
 */
export function createChangeReader(
  { store, clock, logger }: Pick<StoreServices, 'store' | 'clock' | 'logger'>,
  { watched, isIdle, onPoll, read, catchUp, failureMessage }: ChangeReaderOptions,
): () => void {
  let isPolling = false
  let isScheduled = false
  /** Whether another read must follow the one in progress. */
  let isReadDue = false
  /** Whether the next read must reach further back. */
  let isWideDue = false
  let reading: Promise<void> | null = null
  let readUpTo = 0
  let lastVersion: string | undefined
  let stopWatching: (() => void) | null = null

  async function readChanges(isWide: boolean): Promise<void> {
    const version = await store.version?.(watched)
    if (version !== undefined && version === lastVersion && !isWide) return catchUp?.()
    const now = clock.now()
    await read((isWide ? Math.min(readUpTo, now - wideOverlapMs) : readUpTo) - overlapMs)
    readUpTo = now
    lastVersion = version
  }

  function readNow(): void {
    if (reading) {
      isReadDue = true
      return
    }
    const isWide = isWideDue
    isWideDue = false
    reading = readChanges(isWide)
      .catch((error) => {
        isWideDue ||= isWide
        logger.warn({ error }, failureMessage)
      })
      .finally(() => {
        reading = null
        if (!isReadDue) return
        isReadDue = false
        readSoon()
      })
  }

  function readSoon(): void {
    if (isScheduled || isIdle()) return
    isScheduled = true
    clock.after(hintMs, () => {
      isScheduled = false
      readNow()
    })
  }

  function poll(): void {
    isWideDue = onPoll() || isWideDue
    if (isIdle()) {
      isPolling = false
      stopWatching?.()
      stopWatching = null
      return
    }
    clock.after(pollMs, poll)
    readNow()
  }

  return () => {
    if (isPolling) return
    isPolling = true
    readUpTo = clock.now()
    const watches = watched.map((name) => store.watch?.(name, readSoon).catch(() => undefined))
    stopWatching = () => {
      for (const watch of watches) watch?.then((stop) => stop?.())
    }
    clock.after(pollMs, poll)
  }
}

import type { InboxChange } from '@doorkit/models/console'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { addressOf, type CallError, call, follow, type Item } from './call.ts'

/** A conversation that waits for a person or has one. */
export type InboxConversation = Item<'GET /inbox'>

export interface InboxState {
  /** The conversations that wait, the longest-waiting first. Undefined until they have been read. */
  readonly waiting: readonly InboxConversation[] | undefined
  /** The conversations that a person has joined. Undefined until they have been read. */
  readonly joined: readonly InboxConversation[] | undefined
  /** Why the inbox is out of date; undefined while it is current. */
  readonly error: CallError | undefined
  /** How often each conversation has changed since the page was opened. */
  readonly changes: ReadonlyMap<string, number>
}

const mostListed = 100
/** The shortest time between two reads of a busy inbox. */
const readEveryMs = 1_000
const shortestWaitMs = 500
const longestWaitMs = 15_000

/** A report from the page with the stream, for the other pages: a change, or a failure of the stream. */
type StreamReport = InboxChange | 'failed'

/**
 * Follows the inbox of a workspace. The pages of a browser share one stream, because over HTTP/1.1 a
 * browser opens at most six connections to a server. The page with the stream reports every change to
 * the others, and only this page alerts the person. When the page is closed, another takes over. Returns
 * a function that stops following.
 */
export function followInbox(
  workspace: string,
  onState: (state: InboxState) => void,
  onNewWaiting: (waiting: readonly InboxConversation[]) => void,
): () => void {
  const stopped = new AbortController()
  const sharedName = `inbox ${workspace} ${addressOf('.').pathname}`
  const channel = new BroadcastChannel(sharedName)
  let pageLeft = new AbortController()
  let hasStream = false
  let state: InboxState = {
    waiting: undefined,
    joined: undefined,
    error: undefined,
    changes: new Map(),
  }
  let isReading = false
  let isStale = false

  function set(change: Partial<InboxState>): void {
    state = { ...state, ...change }
    onState(state)
  }

  /** Reads the lists. If they are being read already, they are read once more afterwards. */
  async function reload(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale && !stopped.signal.aborted) {
      isStale = false
      await read()
      await pause(readEveryMs)
    }
    isReading = false
  }

  async function read(): Promise<void> {
    const list = (of: 'waiting' | 'person') =>
      call('GET /inbox', { query: { state: of, limit: mostListed }, signal: stopped.signal })
    try {
      const [waiting, joined] = await Promise.all([list('waiting'), list('person')])
      const before = state.waiting && new Set(state.waiting.map(({ id }) => id))
      set({ waiting: waiting.data, joined: joined.data, error: undefined })
      const added = waiting.data.filter(({ id }) => before && !before.has(id))
      if (added.length > 0 && hasStream) onNewWaiting(added)
    } catch (error) {
      if (!stopped.signal.aborted) set({ error: error as CallError })
    }
  }

  function applyChange({ conversations }: InboxChange): void {
    const known = new Set([...(state.waiting ?? []), ...(state.joined ?? [])].map(({ id }) => id))
    const isInInbox = conversations.some(({ id, team }) => team.state !== 'agent' || known.has(id))
    // The first event of a stream names no conversation. It makes the page read the lists, which may
    // have changed before the stream began.
    if (isInInbox || conversations.length === 0) void reload()
    if (conversations.length === 0) return
    const changes = new Map(state.changes)
    for (const { id } of conversations) changes.set(id, (changes.get(id) ?? 0) + 1)
    set({ changes })
  }

  /** Reads the stream, and opens it again when it ends, until the person leaves the page. */
  async function run(signal: AbortSignal): Promise<void> {
    hasStream = true
    let waitMs = shortestWaitMs
    const send = (report: StreamReport) => channel.postMessage(report)
    while (!signal.aborted) {
      try {
        for await (const change of follow('GET /inbox_changes', { signal })) {
          waitMs = shortestWaitMs
          applyChange(change)
          send(change)
        }
      } catch (error) {
        if (signal.aborted) break
        set({ error: error as CallError })
        send('failed')
        waitMs = Math.min(2 * waitMs, longestWaitMs)
      }
      await pause(waitMs)
    }
    hasStream = false
  }

  async function begin(): Promise<void> {
    pageLeft = new AbortController()
    const signal = AbortSignal.any([stopped.signal, pageLeft.signal])
    // Browsers have locks only on pages that came over HTTPS or from the same machine. Without locks,
    // each page has a stream of its own.
    if (!navigator.locks) return run(signal)
    const wasFirst = await navigator.locks.request(
      sharedName,
      { ifAvailable: true },
      async (lock) => {
        if (lock) await run(signal)
        return lock !== null
      },
    )
    if (wasFirst || signal.aborted) return
    void reload()
    await navigator.locks
      .request(sharedName, { signal }, () => run(signal))
      .catch(() => {
        // The person has left the page.
      })
  }

  // A browser keeps a page for a while after somebody has left it. The page must not keep its stream
  // open.
  const leave = () => pageLeft.abort()
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void begin()
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  channel.onmessage = ({ data }: MessageEvent<StreamReport>) => {
    if (data === 'failed') void reload()
    else applyChange(data)
  }
  void begin()
  onState(state)
  return () => {
    stopped.abort()
    channel.close()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const InboxContext = createContext<InboxState | null>(null)

/** The state of the inbox; null for a person who may not see it. */
export const useInbox = (): InboxState | null => useContext(InboxContext)

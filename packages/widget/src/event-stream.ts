import { backoffMs, wait } from './backoff.ts'
import type { SiteMessage, SiteStatus } from './contract.ts'
import { readEvents } from './read-events.ts'
import { hasCode, SiteError } from './site-error.ts'
import { type CallSettings, type createVisits, isTransient } from './visit-requests.ts'

/** A page that is hidden for this long closes its stream. */
const hiddenMs = 5 * 60_000

/** Makes the first wait 2 to 4 s, and not 0.25 to 0.5 s, so that a restarted server is not flooded. */
const skippedAttempts = 3

/** The number of an attempt after which the wait is the longest: 15 to 30 s. */
const slowAttempt = 7

/** An event in the conversation of a visitor: branch on `type`. New types may be added. */
export type SiteEvent =
  /** A message of the visitor, the agent or a person was stored. This page may have sent it. */
  | { readonly type: 'message'; readonly message: SiteMessage }
  /** The status of the conversation. It arrives first, and after every change. */
  | { readonly type: 'status'; readonly status: SiteStatus }
  /**
   * The conversation was erased or deleted: remove its messages from the page. The loop continues with
   * the visitor's next conversation.
   */
  | { readonly type: 'erased' }

/** The options of `events.follow`. */
export interface FollowOptions {
  /** The id of the last message that the page has; `0` if it has none. Default: new messages only. */
  readonly after?: string | undefined
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined
}

/** The events in the conversation of a visitor. */
export interface Events {
  /**
   * Follows the conversation in a `for await` loop until the signal ends the loop. After a broken
   * connection, the loop continues after the last message that the page has: no message is lost or
   * repeated. Without `after`, this is true from the first message on. The loop also disconnects a page
   * that has been hidden for five minutes. It connects again only while the page is online and visible.
   *
   * @throws SiteError for a refusal that waiting does not change.
   */
  follow(options?: FollowOptions): AsyncGenerator<SiteEvent, void>
}

export function createEvents(
  settings: CallSettings,
  { call, onNewVisitor }: Pick<ReturnType<typeof createVisits>, 'call' | 'onNewVisitor'>,
): Events {
  const { clock, page } = settings
  const isShown = () => page.isOnline() && !page.isHidden()

  /**
   * Creates the signal that ends a connection: when the network is down, when the page has been hidden for
   * five minutes, when the tokens belong to another visitor, and when the caller's signal ends the loop.
   */
  function watch(signal: AbortSignal | undefined) {
    const connection = new AbortController()
    const end = () => connection.abort()
    let cancelTimer = () => {}
    const look = () => {
      cancelTimer()
      if (!page.isOnline()) end()
      else if (page.isHidden()) cancelTimer = clock.after(hiddenMs, end)
    }
    const unsubscribes = [page.onChange(look), onNewVisitor(end)]
    signal?.addEventListener('abort', end)
    look()
    if (signal?.aborted) end()
    return {
      signal: connection.signal,
      stop() {
        cancelTimer()
        for (const unsubscribe of unsubscribes) unsubscribe()
        signal?.removeEventListener('abort', end)
        end()
      },
    }
  }

  return {
    async *follow({ after, signal } = {}) {
      let lastEventId = after
      let attempt = 0
      let delayMs = 0
      while (!signal?.aborted) {
        if (attempt > 0 || !page.isOnline()) {
          await wait(settings, delayMs, signal, isShown).catch(() => {})
          if (signal?.aborted) return
        }
        const connection = watch(signal)
        attempt += 1
        delayMs = backoffMs(attempt + skippedAttempts)
        try {
          const request = { method: 'GET', path: '/events', lastEventId } as const
          const response = await call({ ...request, signal: connection.signal }, 1)
          for await (const { event, id, data } of readEvents(response, clock)) {
            attempt = 1
            if (event === 'message') {
              lastEventId = id
              yield { type: event, message: JSON.parse(data) }
            } else if (event === 'status') yield { type: event, status: JSON.parse(data) }
            // The visitor has too many open pages, so this one waits a long time before it connects again.
            else if (event === 'end' && data.includes('replaced')) attempt = slowAttempt
            else if (event === 'end' && data.includes('erased')) {
              lastEventId = '0'
              yield { type: 'erased' }
            }
          }
          delayMs = backoffMs(attempt + skippedAttempts)
        } catch (error) {
          const isOver = connection.signal.aborted
          const mayRetry = isOver || isTransient(error) || hasCode(error, 'rate_limited')
          if (error instanceof SiteError && !mayRetry) throw error
          if (isOver) delayMs = 0
          else if (error instanceof SiteError) delayMs = Math.max(delayMs, error.retryAfterMs ?? 0)
        } finally {
          connection.stop()
        }
      }
    },
  }
}

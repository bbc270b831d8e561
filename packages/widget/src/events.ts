import type { Message, SiteStatus } from './contract.ts'
import { readEvents } from './read-events.ts'
import { hasCode, SiteError } from './site-error.ts'
import { type CallSettings, type createVisits, isPassing } from './visits.ts'
import { backoffMs, wait } from './wait.ts'

/** A page that nobody sees for this long gives its stream back. */
const hiddenMs = 5 * 60_000

/** A further attempt begins with 2 to 4 s, so that a server that starts again is not stormed. */
const laterBy = 3

/** An attempt whose wait is the longest. */
const slowAttempt = 7

/** What happens in the conversation of a visitor: branch on `type`. New types may be added. */
export type SiteEvent =
  /** A message was stored: of the visitor, the agent or a person, also one that this page sent. */
  | { readonly type: 'message'; readonly message: Message }
  /** How the conversation stands: first of all, and after every change. */
  | { readonly type: 'status'; readonly status: SiteStatus }

/** The options of `events.follow`. */
export interface FollowOptions {
  /** The id of the last message that the page has. Default: only what is new. */
  readonly after?: string | undefined
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined
}

/** What happens in the conversation of a visitor. */
export interface Events {
  /**
   * Follows the conversation in a `for await` loop, until the signal ends it. Where the connection breaks
   * it is made again, and no message is lost or comes twice. Without a network it waits for one, and a
   * page that nobody has seen for five minutes waits until it is shown.
   *
   * @throws SiteError for a refusal that waiting does not change.
   */
  follow(options?: FollowOptions): AsyncGenerator<SiteEvent, void>
}

/** Creates what follows the conversation of a visitor. */
export function createEvents(
  settings: CallSettings,
  { call, onNewVisitor }: Pick<ReturnType<typeof createVisits>, 'call' | 'onNewVisitor'>,
): Events {
  const { clock, page } = settings
  const isShown = () => page.isOnline() && !page.isHidden()

  /** Ends a connection that is of no use any more. */
  function watch(signal: AbortSignal | undefined) {
    const connection = new AbortController()
    const end = () => connection.abort()
    let cancelTimer = () => {}
    const look = () => {
      cancelTimer()
      if (!page.isOnline()) end()
      else if (page.isHidden()) cancelTimer = clock.after(hiddenMs, end)
    }
    const endings = [page.onChange(look), onNewVisitor(end)]
    signal?.addEventListener('abort', end)
    look()
    if (signal?.aborted) end()
    return {
      signal: connection.signal,
      stop() {
        cancelTimer()
        for (const stop of endings) stop()
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
        delayMs = backoffMs(attempt + laterBy)
        try {
          const request = { method: 'GET', path: '/events', lastEventId } as const
          const response = await call({ ...request, signal: connection.signal }, 1)
          for await (const { event, id, data } of readEvents(response, clock)) {
            attempt = 1
            if (event === 'message') {
              lastEventId = id
              yield { type: event, message: JSON.parse(data) }
            } else if (event === 'status') yield { type: event, status: JSON.parse(data) }
            // The visitor has too many windows: this one takes its stream back slowly.
            else if (event === 'end' && data.includes('replaced')) attempt = slowAttempt
          }
          delayMs = backoffMs(attempt + laterBy)
        } catch (error) {
          const isOver = connection.signal.aborted
          const isLater = isOver || isPassing(error) || hasCode(error, 'rate_limited')
          if (error instanceof SiteError && !isLater) throw error
          if (isOver) delayMs = 0
          else if (error instanceof SiteError) delayMs = Math.max(delayMs, error.retryAfterMs ?? 0)
        } finally {
          connection.stop()
        }
      }
    },
  }
}

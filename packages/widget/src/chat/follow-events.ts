import type { SiteMessage, SiteStatus } from '../contract.ts'
import type { SiteClient } from '../site-client.ts'

export interface FollowEventsOptions {
  /** The id of the last message that the page has. */
  readonly lastId: () => string
  readonly onStatus: (status: SiteStatus) => void
  readonly onMessage: (message: SiteMessage) => void
  readonly onErased: () => void
  readonly onError: (error: unknown) => void
}

/** Follows the conversation from `start` to `stop`, with one stream at a time. */
export function followEvents(
  { events }: SiteClient,
  { lastId, onStatus, onMessage, onErased, onError }: FollowEventsOptions,
) {
  let running: AbortController | null = null

  async function run(controller: AbortController): Promise<void> {
    try {
      for await (const event of events.follow({ after: lastId(), signal: controller.signal })) {
        if (controller.signal.aborted) return
        if (event.type === 'message') onMessage(event.message)
        else if (event.type === 'status') onStatus(event.status)
        else if (event.type === 'erased') onErased()
      }
    } catch (error) {
      if (!controller.signal.aborted) onError(error)
    } finally {
      if (running === controller) running = null
    }
  }

  return {
    start(): void {
      if (running) return
      running = new AbortController()
      void run(running)
    },
    stop(): void {
      running?.abort()
      running = null
    },
  }
}

import type { VisitorEvents } from '../visitor-events.ts'
import type { SiteHandlers } from './site-handlers.ts'

/**
 * Handles the event streams of the site API.
 *
 * @param visitorEvents - the event streams of this process.
 */
export const events = (visitorEvents: VisitorEvents): SiteHandlers['events'] => ({
  follow: ({ query: { after } }, context) =>
    visitorEvents.open(context, after ?? context.lastEventId),
})

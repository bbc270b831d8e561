import type { VisitorEvents } from '../visitor-events.ts'
import type { SiteHandlers } from './site-handlers.ts'

export const events = (visitorEvents: VisitorEvents): SiteHandlers['events'] => ({
  follow: ({ query: { after } }, context) =>
    visitorEvents.open(context, after ?? context.lastEventId),
})

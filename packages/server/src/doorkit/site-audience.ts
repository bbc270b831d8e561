import { siteApi } from '@doorkit/models/site'
import type { AnyHandlers } from '../handlers/handler-types.ts'
import type { Audience } from '../http/pipeline/audience.ts'
import { createAnswerJournals } from '../site/answer-journals.ts'
import { authenticatePage, type SiteCredential } from '../site/authenticate-page.ts'
import { siteCors } from '../site/cors.ts'
import * as handlers from '../site/handlers/index.ts'
import type { SiteHandlers } from '../site/handlers/site-handlers.ts'
import type { SiteOptions } from '../site/site-options.ts'
import { siteLimit } from '../site/site-rate-limits.ts'
import type { VisitorEvents } from '../site/visitor-events.ts'

/** The API that the pages of a website call. */
export function siteAudience(
  options: SiteOptions,
  visitorEvents: VisitorEvents,
): Audience<SiteCredential> {
  const siteHandlers: SiteHandlers = {
    ...handlers,
    events: handlers.events(visitorEvents),
    messages: handlers.messages(createAnswerJournals()),
  }
  return {
    operations: siteApi,
    handlers: siteHandlers as unknown as AnyHandlers,
    authenticate: authenticatePage(options),
    limit: siteLimit,
    cors: siteCors,
  }
}

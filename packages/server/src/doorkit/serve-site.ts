import { siteApi } from '@doorkit/models/site'
import type { AnyHandlers } from '../handlers/handler-types.ts'
import { createPipeline } from '../http/pipeline/handle-request.ts'
import { createServeAsset } from '../http/pipeline/serve-assets.ts'
import { createAnswerJournals } from '../site/answer-journals.ts'
import { authenticatePage } from '../site/authenticate-page.ts'
import { siteCors } from '../site/cors.ts'
import * as handlers from '../site/handlers/index.ts'
import type { SiteHandlers } from '../site/handlers/site-handlers.ts'
import type { SiteOptions } from '../site/site-options.ts'
import { siteLimit } from '../site/site-rate-limits.ts'
import type { VisitorEvents } from '../site/visitor-events.ts'
import { type ServedApi, type ServingParts, serveRequests } from './serve-requests.ts'

// A file whose name does not change with its text is fetched again after five minutes. For a day after
// that, browsers may use the old file while they fetch the new one.
const changing = 'public, max-age=300, stale-while-revalidate=86400'

const fileHeaders = {
  // Every origin may read the files, so that pages can check their integrity.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Serves the API that the pages of a website call, and the files of the widget, which need no credential. */
export function serveSite(
  parts: ServingParts,
  options: SiteOptions,
  visitorEvents: VisitorEvents,
): ServedApi {
  const siteHandlers: SiteHandlers = {
    ...handlers,
    events: handlers.events(visitorEvents),
    messages: handlers.messages(createAnswerJournals()),
  }
  const pipeline = createPipeline({
    operations: siteApi,
    handlers: siteHandlers as unknown as AnyHandlers,
    authenticate: authenticatePage(options),
    limit: siteLimit,
    cors: siteCors,
  })
  const serveAsset = createServeAsset(
    async () => (await import('@doorkit/widget/assets')).widgetAssets(),
    changing,
    fileHeaders,
  )
  return serveRequests(parts, async (services, request, path) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isAsset = path === '/widget.js' || path.startsWith('/assets/')
    const asset = isRead && isAsset ? await serveAsset(request, path) : null
    return asset ?? pipeline(services, request, path)
  })
}

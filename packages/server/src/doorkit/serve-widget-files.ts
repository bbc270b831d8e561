import type { Pipeline } from '../http/pipeline/handle-request.ts'
import { createServeAsset } from '../http/pipeline/serve-assets.ts'

const headers = {
  // A file whose name does not change with its text is fetched again after five minutes. For a day,
  // browsers use the old file until the new one arrives.
  changing: 'public, max-age=300, stale-while-revalidate=86400',
  others: {
    // Every origin may read the files, so that pages can check their integrity.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  },
}

/** Serves the files of the widget, which need no credential, before the operations of the site API. */
export function serveWidgetFiles(pipeline: Pipeline): Pipeline {
  const serveAsset = createServeAsset(
    async () => (await import('@doorkit/widget/assets')).widgetAssets(),
    headers,
  )
  return async (services, request, path) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isAsset = path === '/widget.js' || path.startsWith('/assets/')
    const asset = isRead && isAsset ? await serveAsset(request, path) : null
    return asset ?? pipeline(services, request, path)
  }
}

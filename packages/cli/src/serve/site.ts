import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { api } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'

/** The answer of a page. */
interface Page {
  readonly status: number
  readonly type: 'application/json' | 'text/html; charset=utf-8'
  readonly body: string
}

const pingTimeoutMs = 2_000

/** The phase of a server between its start and its end. It is ready in the middle one only. */
export type Phase = 'starting' | 'ready' | 'draining'

/** Answers every request of `doorkit serve`: the API at two addresses, and the pages beside it. */
export function createSite(
  doorkit: Pick<Doorkit, 'serve' | 'ping'>,
  phase: () => Phase,
): RequestListener {
  const pages = createPages(doorkit, phase)
  const atRoot = toNode(doorkit)
  const belowApi = toNode(doorkit, { mountPath: '/api' })
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    const page = pages.get(path)
    if (page) void sendPage(page, request, response)
    else if (path === '/api/v1' || path.startsWith('/api/v1/')) belowApi(request, response)
    else atRoot(request, response)
  }
}

function createPages(
  { ping }: Pick<Doorkit, 'ping'>,
  phase: () => Phase,
): Map<string, () => Page | Promise<Page>> {
  // Loaded and made when first asked for: starting does not wait for them.
  let openApi: Page | undefined
  let reference: Page | undefined
  return new Map<string, () => Page | Promise<Page>>([
    ['/health/live', () => health(200, 'live')],
    [
      '/health/ready',
      async () => {
        const current = phase()
        if (current !== 'ready') return health(503, current)
        return ping(AbortSignal.timeout(pingTimeoutMs)).then(
          () => health(200, 'ready'),
          () => health(503, 'unavailable'),
        )
      },
    ],
    [
      '/openapi.json',
      async () => {
        const { toOpenApi } = await import('@doorkit/models/openapi')
        const body = () => JSON.stringify(toOpenApi(api))
        openApi ??= { status: 200, type: 'application/json', body: body() }
        return openApi
      },
    ],
    [
      '/reference',
      async () => {
        const { referencePage } = await import('./reference-page.ts')
        reference ??= { status: 200, type: 'text/html; charset=utf-8', body: referencePage(api) }
        return reference
      },
    ],
  ])
}

function health(status: number, word: string): Page {
  return { status, type: 'application/json', body: JSON.stringify({ status: word }) }
}

async function sendPage(
  page: () => Page | Promise<Page>,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    return
  }
  const { status, type, body } = await page()
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-cache' })
  response.end(method === 'HEAD' ? undefined : body)
}

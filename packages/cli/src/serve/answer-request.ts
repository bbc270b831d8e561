import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as endOfTick } from 'node:timers/promises'
import { api } from '@doorkit/models'
import { type Clock, type Doorkit, type Servable, systemClock } from '@doorkit/server'
import {
  createIds,
  fromNode,
  limitWaiting,
  mayRequest,
  memoizeUntilSuccess,
  outsideAnswer,
  sendAnswer,
  serveInOrder,
} from '@doorkit/server/internal'
import { toNode } from '@doorkit/server/node'

interface Page {
  readonly status: number
  readonly type: 'application/json' | 'text/html; charset=utf-8'
  readonly body: Buffer
}

const pingTimeoutMs = 2_000

/** Anybody can request pages, and nobody needs many at once on one connection. */
const mostUnansweredPages = 32

/** The phases of a server from start to end. It is ready only in the middle one. */
export type Phase = 'starting' | 'ready' | 'draining'

/**
 * Creates the listener that answers every request to `doorkit serve`: the API at `/v1` and `/api/v1`,
 * the site API, the console, and a few pages.
 */
export function createRequestListener(
  doorkit: Pick<Doorkit, 'serve' | 'ping' | 'site'>,
  console: Servable,
  phase: () => Phase,
  clock: Clock = systemClock,
): RequestListener {
  const pages = createPages(doorkit, phase)
  const waitForTick = createPageTicks()
  const refused = new WeakSet<Socket>()
  const atRoot = toNode(doorkit)
  const belowApi = toNode(doorkit, { mountPath: '/api' })
  const belowSite = toNode(doorkit.site, { mountPath: '/site' })
  const belowConsole = toNode(console, { mountPath: '/console' })
  return (request, response) => {
    // Node may have read more requests of this connection. The connection ends, so they need no answer.
    if (refused.has(request.socket)) return
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    const page = pages.get(path)
    if (page) void servePage(page, request, response, { clock, waitForTick, refused })
    else if (path.startsWith('/site/')) belowSite(request, response)
    else if (path === '/console' || path.startsWith('/console/')) belowConsole(request, response)
    else if (path === '/api/v1' || path.startsWith('/api/v1/')) belowApi(request, response)
    else atRoot(request, response)
  }
}

function createPages(
  { ping }: Pick<Doorkit, 'ping'>,
  phase: () => Phase,
): Map<string, () => Page | Promise<Page>> {
  // The last two pages are made at their first request, so that starting does not wait for them.
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
    ['/openapi.json', memoizeUntilSuccess(makeOpenApiPage)],
    ['/reference', memoizeUntilSuccess(makeReferencePage)],
  ])
}

async function makeReferencePage(): Promise<Page> {
  const { referencePage } = await import('./reference-page.ts')
  return makePage(200, 'text/html; charset=utf-8', referencePage(api))
}

/** Makes the page in many ticks of the event loop, so that no other request waits for the whole document. */
async function makeOpenApiPage(): Promise<Page> {
  const { openApiSteps } = await import('@doorkit/models/openapi')
  const steps = openApiSteps(api)
  for (;;) {
    const step = steps.next()
    if (step.done) return makePage(200, 'application/json', JSON.stringify(step.value))
    await endOfTick()
  }
}

function makePage(status: number, type: Page['type'], text: string): Page {
  return { status, type, body: Buffer.from(text) }
}

function health(status: number, word: string): Page {
  return makePage(status, 'application/json', JSON.stringify({ status: word }))
}

/**
 * Creates the function that a request for a page awaits before the page is made and again before it is
 * sent. Only one such request continues in each tick, because anybody can request pages, and some are
 * long. In between, the server serves the requests of customers.
 */
function createPageTicks(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => endOfTick())
    return last
  }
}

/**
 * Sends a page in the order of the requests on the connection, like an answer of the API. If the client
 * does not read it within 30 seconds, the connection ends.
 */
async function servePage(
  page: () => Page | Promise<Page>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  {
    clock,
    waitForTick,
    refused,
  }: {
    readonly clock: Clock
    readonly waitForTick: () => Promise<void>
    /** Connections with too many requests, which end after the answer that says so. */
    readonly refused: WeakSet<Socket>
  },
): Promise<void> {
  const request = fromNode(incoming, outgoing)
  limitWaiting(request, clock)
  // Node may read the requests behind this one before its answer exists.
  if (!mayRequest(incoming.socket, mostUnansweredPages)) refused.add(incoming.socket)
  try {
    const isGetOrHead = incoming.method === 'GET' || incoming.method === 'HEAD'
    const read = async () => {
      await waitForTick()
      const made = isGetOrHead ? await page() : null
      // Many requests may have waited for the same page.
      await waitForTick()
      return made
    }
    const found = await serveInOrder(request, read, mostUnansweredPages)
    if (found) sendPage(found, incoming, outgoing)
    else outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end()
  } catch (cause) {
    if (refused.has(incoming.socket)) outgoing.setHeader('Connection', 'close')
    await sendAnswer(outsideAnswer(createIds(clock.now), cause), outgoing)
  }
}

function sendPage(
  { status, type, body }: Page,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { 'Content-Type': type, 'Content-Length': body.length }
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-cache' })
  response.end(method === 'HEAD' ? undefined : body)
}

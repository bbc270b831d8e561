import { consoleApi, consoleLimits } from '@doorkit/models/console'
import { consoleSessions } from '../collections/console-session.ts'
import { authenticatePerson } from '../console/authenticate-person.ts'
import { checkOrigin } from '../console/check-origin.ts'
import type { ConsoleOptions } from '../console/console-options.ts'
import type { ConsoleHandlers } from '../console/handlers/console-handlers.ts'
import * as ownHandlers from '../console/handlers/index.ts'
import type { InboxChanges } from '../console/inbox-changes.ts'
import { personLimit } from '../console/person-limit.ts'
import { securityHeaders } from '../console/security-headers.ts'
import { readSessionCookie, writeSessionCookie } from '../console/session-cookie.ts'
import { manageSignInLinks, openLink, type SignInLinks } from '../console/sign-in-links.ts'
import { Failure } from '../errors/failure.ts'
import type { AnyHandlers } from '../handlers/handler-types.ts'
import * as sharedHandlers from '../handlers/index.ts'
import { createPipeline } from '../http/pipeline/handle-request.ts'
import { bodyText, type HttpRequest, readBody } from '../http/pipeline/http-request.ts'
import { createServeAsset } from '../http/pipeline/serve-assets.ts'
import type { Answer } from '../requests/http-answer.ts'
import { outsideAnswer } from '../requests/problem-answer.ts'
import type { Services, StoreServices } from '../services/services.ts'
import { createAddressLimit } from '../site/address-limit.ts'
import { connectionAddress } from '../site/site-options.ts'
import { memoizeUntilSuccess } from '../values/memoize-until-success.ts'
import type { Step } from '../worker/step.ts'
import {
  answerRequest,
  type ServedApi,
  type ServingParts,
  servedApi,
  serveRequests,
} from './serve-requests.ts'

/** The team's screens. Mount them like an API: `app.use('/console', toExpress(console))`. */
export interface Console extends ServedApi, SignInLinks {}

export interface ConsoleParts extends ServingParts {
  readonly opened: () => Promise<StoreServices>
  readonly inboxChanges: InboxChanges
  readonly steps: Readonly<Record<string, Step>>
}

/** Serves the console: its pages, its sign-in and its API, all below one path. */
export function serveConsole(parts: ConsoleParts, options: ConsoleOptions): Console {
  const { base, ready, opened, inboxChanges, steps } = parts
  const consoleHandlers: ConsoleHandlers = {
    ...ownHandlers,
    health: ownHandlers.health(steps),
    inbox: ownHandlers.inbox(inboxChanges),
  }
  const pipeline = createPipeline({
    operations: consoleApi,
    handlers: { ...sharedHandlers, ...consoleHandlers } as unknown as AnyHandlers,
    authenticate: authenticatePerson(options),
    limit: personLimit,
    cors: null,
  })
  const api = serveRequests(parts, pipeline)
  const headers = securityHeaders(options)
  const assets = memoizeUntilSuccess(async () => (await import('@doorkit/console')).consoleAssets())
  const serveAsset = createServeAsset(assets, 'no-cache')
  const countSignIn = createAddressLimit(consoleLimits.signInsPerMinute)

  async function signIn(services: Services, request: HttpRequest, path: string): Promise<Answer> {
    checkOrigin(request, options)
    const address = connectionAddress(request)
    if (address !== null) countSignIn(address, services.clock.now())
    const body = await readBody(request, 1_024, services.clock)
    const opening = await openLink(services, readLink(bodyText(request, body, 1_024)))
    if (!opening) {
      const detail = 'This link is not valid, was opened before or has expired. Ask for a new one.'
      throw new Failure('authentication_required', detail)
    }
    return withCookie(services, request, path, opening.session, opening.lastsMs / 1_000)
  }

  async function signOut(services: Services, request: HttpRequest, path: string): Promise<Answer> {
    checkOrigin(request, options)
    const session = readSessionCookie(services.vault, request)
    if (!session) return { status: 204, headers: {}, body: null }
    await services.store.commit([consoleSessions.remove(session.workspace, session.id)])
    return withCookie(services, request, path, session, 0)
  }

  function withCookie(
    { vault }: Services,
    request: HttpRequest,
    path: string,
    session: Parameters<typeof writeSessionCookie>[1],
    seconds: number,
  ): Answer {
    // The origin has the scheme that the browser used, even if a proxy terminates TLS.
    const secure = request.header('origin')?.startsWith('https:') ?? false
    const framed = (options.frameAncestors ?? []).length > 0
    const cookie = writeSessionCookie(vault, session, { secure, path, framed }, seconds)
    return {
      status: 204,
      headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
      body: null,
    }
  }

  async function serveRoute(
    request: HttpRequest,
    path: string,
    publicPath: string,
  ): Promise<Answer> {
    if (request.method === 'POST' && (path === '/sign-in' || path === '/sign-out')) {
      const serve = path === '/sign-in' ? signIn : signOut
      return serve(await ready(), request, publicPath)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = { Allow: 'GET, HEAD' }
      const detail = 'The pages of the console can only be read.'
      throw new Failure('invalid_request', detail, { status: 405, headers: allow })
    }
    if (path === '') return { status: 308, headers: { Location: `${publicPath}/` }, body: '' }
    if (path.startsWith('/assets/')) {
      const asset = await serveAsset(request, path)
      if (asset) return asset
      throw new Failure('not_found', 'The console has no such file. Load the page again.')
    }
    // Every other path belongs to a screen. The script of this page draws all of them.
    const page = (await assets()).find((asset) => asset.path === 'index.html')
    const text = page?.text.replaceAll('%BASE%', `${publicPath}/`) ?? ''
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
    return { status: 200, headers, body: request.method === 'HEAD' ? null : text }
  }

  const serve: ServedApi['serve'] = async (request, { mountPath = '' } = {}) => {
    const mount = mountPath.replace(/\/+$/, '')
    const publicPath = (options.publicPath ?? mount).replace(/\/+$/, '')
    const path =
      request.pathname.startsWith(`${mount}/`) || request.pathname === mount
        ? request.pathname.slice(mount.length)
        : null
    if (path?.startsWith('/api/')) {
      const answer = await api.serve(request, { mountPath: `${mount}/api` })
      return { ...answer, headers: { 'Cache-Control': 'no-store', ...answer.headers, ...headers } }
    }
    const problem = 'A request to the console failed.'
    const answer = await answerRequest(parts, request, problem, async () => {
      // The public path becomes part of the page, so it must not contain special characters of HTML.
      const isServed = path !== null && /^(?:\/[\w.~-]+)*$/.test(publicPath)
      return isServed ? serveRoute(request, path, publicPath) : outsideAnswer(base.makeId)
    })
    return { ...answer, headers: { ...answer.headers, ...headers } }
  }

  return { ...servedApi(serve), ...manageSignInLinks(opened, async () => (await ready()).vault) }
}

/** The token in the body `{"link": "…"}`. For any other body, it is an empty text, which opens nothing. */
function readLink(text: string): string {
  try {
    const { link } = JSON.parse(text)
    return typeof link === 'string' ? link : ''
  } catch {
    return ''
  }
}

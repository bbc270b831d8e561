import { API_VERSION, apiVersions, bodyLimit, grantsScope } from '@doorkit/models'
import { Failure, invalid } from '../../errors/failure.ts'
import { bodyBytesPerWork, requestWork } from '../../limits/bounds.ts'
import { type Answer, replayAnswer } from '../../requests/http-answer.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import { asFailure, problemAnswer } from '../../requests/problem-answer.ts'
import type { Services } from '../../services/services.ts'
import type { Audience, Limit } from './audience.ts'
import type { Exchange } from './exchange.ts'
import { type HttpRequest, noBody, readBody } from './http-request.ts'
import {
  lockIdempotencyKey,
  lookAtIdempotencyKey,
  readIdempotencyKey,
  readIdempotencyMember,
  requestDigest,
} from './lock-idempotency-key.ts'
import { countRequest, rateHeaders, rateLimited, uncountedRate } from './rate-limit.ts'
import { logRequest, reportRequest } from './report-request.ts'
import { createRouter, type Match, type Router } from './router.ts'
import { serveOperation } from './serve-operation.ts'
import { countUntilSent, enterForPiece, pacedAnswer, reserveMemory } from './unsent-answer.ts'

/** Serves one request of an audience. `path` is the path below the version segment. */
export type Pipeline = (services: Services, request: HttpRequest, path: string) => Promise<Answer>

/** Makes the {@link Pipeline} of an audience: the steps of docs/api.md#request-pipeline, in their order. */
export function createPipeline<Credential>(audience: Audience<Credential>): Pipeline {
  const router = createRouter(audience.operations, audience.handlers)

  async function run(exchange: Exchange): Promise<Answer> {
    const preflight = audience.cors?.preflight(exchange.request)
    if (preflight) return { status: 204, headers: preflight, body: null }
    checkHostAndVersion(exchange)
    const target = await authenticate(exchange, audience, router)
    await waitForShare(exchange, target)
    const match = await checkBillingAndRoute(exchange, audience, target)
    await checkRate(exchange, audience, target, match)
    checkScope(target, match)
    await waitWhileFull(exchange, target)
    const { body, lock, replayed } = await readIdempotentBody(exchange, target, match)
    return replayed ?? serveOperation(exchange, target.requestPrincipal, match, body, lock)
  }

  return async (services, request, path) => {
    const requestId = services.makeId('request')
    const { clock, closing } = services
    const startedAt = clock.now()
    const exchange: Exchange = { services, request, path, requestId }
    const answer = await run(exchange).catch((error) =>
      problemAnswer(asFailure(exchange, error), requestId),
    )
    logRequest(exchange, startedAt, answer)
    const corsHeaders = audience.cors?.headers(request, answer, exchange.requestPrincipal) ?? {}
    const counted = countUntilSent(exchange, complete(exchange, answer, corsHeaders))
    const sent = await pacedAnswer(counted, { clock, closing, enter: enterForPiece(exchange) })
    return reportRequest(services, request, startedAt, answer, sent, exchange)
  }
}

interface Target {
  readonly requestPrincipal: RequestPrincipal
  readonly found: Match | Failure
  readonly prefetched: ReturnType<typeof prefetch>
}

function checkHostAndVersion({ request }: Exchange): void {
  // Two Host headers arrive joined by a comma, which no host name contains (RFC 9112, section 3.2).
  if (request.header('host')?.includes(',')) {
    throw invalid('Host', 'Send one Host header, with the name of one host.')
  }
  const version = request.header('service-version')
  if (version === null || apiVersions.includes(version)) return
  throw new Failure('unsupported_version', `This version does not exist. Send ${API_VERSION}.`, {
    param: 'Service-Version',
  })
}

/** Authenticates a request. The operation is found first, so that the prefetch can run at the same time. */
async function authenticate<Credential>(
  exchange: Exchange,
  { authenticate: { read, known, find }, limit }: Audience<Credential>,
  router: Router,
): Promise<Target> {
  const { services, request, path } = exchange
  const credential = read(services, request)
  const found = router.match(request.method, path)
  const prefetched =
    found instanceof Failure
      ? null
      : prefetch(services, limit, known(services, credential), request, found)
  const requestPrincipal = await find(services, credential)
  exchange.requestPrincipal = requestPrincipal
  return { requestPrincipal, found, prefetched }
}

/**
 * Counts the request and looks up its idempotency key before the principal and the workspace are read
 * again. This is safe because a credential always belongs to the same workspace.
 *
 * @param known - the last known principal of the credential; nothing is prefetched for null.
 */
function prefetch(
  services: Services,
  limit: Limit,
  known: RequestPrincipal | null,
  request: HttpRequest,
  { route: { operation } }: Match,
) {
  if (!known) return null
  const window = limit.window(services, known, operation)
  const rate = window && { window, counted: services.rateLimitCounter.count(window) }
  const idempotencyKey = operation.method === 'GET' ? null : request.header('idempotency-key')
  const store = services.fairStore(known.workspace.id)
  const lookup = idempotencyKey === null ? null : lookAtIdempotencyKey(store, known, idempotencyKey)
  // The request may be refused before it needs these results. Then nothing else waits for them.
  services.background(async () => {
    await Promise.allSettled([rate?.counted, lookup?.state])
  })
  return { rate, lookup }
}

/** Waits if the workspace did more than its share recently. A request is work even if it reads nothing. */
async function waitForShare({ services }: Exchange, { requestPrincipal }: Target): Promise<void> {
  await services.enterTick(requestPrincipal.workspace.id, requestWork)
}

/** Requests that are refused here are not counted, but their answers still report the standard rate limit. */
async function checkBillingAndRoute(
  exchange: Exchange,
  { limit }: Pick<Audience<unknown>, 'limit'>,
  { requestPrincipal, found, prefetched }: Target,
): Promise<Match> {
  const match = billingFailure(requestPrincipal) ?? found
  if (match instanceof Failure) {
    const { services } = exchange
    const window = limit.window(services, requestPrincipal, { cost: 'standard' })
    exchange.rate = await uncountedRate(services, window, prefetched?.rate ?? null)
    throw match
  }
  exchange.route = match.route
  return match
}

function billingFailure({ workspace }: RequestPrincipal): Failure | null {
  if (workspace.data.billing !== 'card_required') return null
  return new Failure('payment_required', 'Finish adding a card to the workspace, then try again.')
}

async function checkRate(
  exchange: Exchange,
  { limit }: Pick<Audience<unknown>, 'limit'>,
  { requestPrincipal, prefetched }: Target,
  { route: { operation } }: Match,
): Promise<void> {
  const { services } = exchange
  const window = limit.window(services, requestPrincipal, operation)
  const state = await countRequest(services, window, prefetched?.rate ?? null)
  exchange.rate = state
  if (state?.allowed === false) {
    throw rateLimited(services, limit, requestPrincipal, operation, state)
  }
}

/** The kind of principal that each credential of the site API belongs to. */
const principalKinds = { site_key: 'page', visit_token: 'visitor' } as const

function checkScope({ requestPrincipal: { principal } }: Target, { route }: Match): void {
  const { scope, credential, roles } = route.operation
  if (credential && principal.kind !== principalKinds[credential]) {
    const name = credential === 'site_key' ? 'a site key' : 'a visit token'
    throw new Failure('insufficient_scope', `This operation needs ${name}.`)
  }
  const hasScope = scope === 'none' || grantsScope(principal.scopes, scope)
  if (principal.kind === 'person') {
    if (roles?.includes(principal.role) ?? hasScope) return
    // A person gets no challenge, which would name the scope of an API key.
    const detail = `The role ${principal.role} does not allow this. Ask an owner.`
    throw new Failure('insufficient_scope', detail)
  }
  if (hasScope) return
  throw new Failure('insufficient_scope', `This API key lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/** The request waits while unread answers of the workspace or of the process fill the memory. */
async function waitWhileFull(exchange: Exchange, { requestPrincipal }: Target): Promise<void> {
  const { answerMemory } = exchange.services
  if (answerMemory.isFull(requestPrincipal.workspace.id)) await reserveMemory(exchange, 0)
}

/** Reads the body, and the answer that is stored under the idempotency key. The body is not checked yet. */
async function readIdempotentBody(
  { services, request, path, requestId }: Exchange,
  { requestPrincipal, prefetched }: Target,
  { route: { operation } }: Match,
) {
  const { method, credential, idempotencyField } = operation
  if (method === 'GET') return { body: noBody, lock: null, replayed: null }
  // A malformed idempotency key in the header is refused before the body is read.
  const headerKey = credential ? null : readIdempotencyKey(request)
  const body = await readBody(request, bodyLimit(operation), services.clock)
  const { id } = requestPrincipal.workspace
  await services.enterTick(id, body.bytes.byteLength / bodyBytesPerWork)
  const ownServices = { ...services, store: services.fairStore(id) }
  const idempotencyKey = idempotencyField
    ? readIdempotencyMember(body, idempotencyField)
    : headerKey
  if (idempotencyKey === null) return { body, lock: null, replayed: null }
  const lock = await lockIdempotencyKey(ownServices, {
    requestPrincipal,
    idempotencyKey,
    param: idempotencyField ?? 'Idempotency-Key',
    digest: requestDigest(request.method, `${path}${request.search}`, body),
    requestId,
    prefetched: prefetched?.lookup ?? null,
  })
  const answer = await lock.findAnswer()
  return { body, lock, replayed: answer && replayAnswer(answer) }
}

/** Adds the headers that every answer has, and drops the body of the answer to a HEAD request. */
function complete(
  { request, requestId, rate }: Exchange,
  { status, body, ...answer }: Answer,
  corsHeaders: Readonly<Record<string, string>>,
): Answer {
  const headers = {
    'X-Request-Id': requestId,
    ...answer.headers,
    'Service-Version': API_VERSION,
    ...corsHeaders,
    ...(rate && rateHeaders(rate)),
  }
  if (request.method !== 'HEAD') return { status, headers, body }
  if (body instanceof ReadableStream) void body.cancel()
  return { status, headers, body: null }
}

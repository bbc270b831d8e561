import { API_VERSION, apiVersions, bodyLimit, grantsScope } from '@doorkit/models'
import { Failure, invalid } from '../../errors/failure.ts'
import { type Answer, problemAnswer } from '../../kit/answer.ts'
import { charactersPerWork, freeBodyBytes } from '../../kit/bounds.ts'
import type { Lock } from '../../kit/idempotency-lock.ts'
import type { RequestPrincipal } from '../../kit/principal.ts'
import type { Services } from '../../kit/services.ts'
import type { Audience } from './audience.ts'
import { asFailure, type Exchange } from './exchange.ts'
import { countUntilSent, holdRoom } from './hold-room.ts'
import type { HttpRequest } from './http-request.ts'
import { createLock, readIdempotencyKey, readMember, requestDigest } from './idempotency.ts'
import { replay } from './keep-and-replay.ts'
import { type Body, noBody, readBody } from './limited-body.ts'
import { pacedAnswer } from './paced-answer.ts'
import { countRequest, lookUnlessFree, type Prefetch, prefetch, uncountedRate } from './prefetch.ts'
import { rateHeaders, rateLimited } from './rate-limit.ts'
import { reportRequest } from './report-request.ts'
import { createRouter, type Match, type Router } from './route.ts'
import { serveOperation } from './serve-operation.ts'

/** Serves one request of an audience whose path, below the version segment, is `path`. */
export type Pipeline = (services: Services, request: HttpRequest, path: string) => Promise<Answer>

/**
 * Makes what serves the requests of an audience: the steps of docs/api.md#request-pipeline, in its
 * order.
 */
export function createPipeline<Credential>(audience: Audience<Credential>): Pipeline {
  const router = createRouter(audience.operations, audience.handlers)

  async function run(exchange: Exchange): Promise<Answer> {
    const preflight = audience.cors?.preflight(exchange.request)
    if (preflight) return { status: 204, headers: preflight, body: null }
    version(exchange)
    const asked = await key(exchange, audience, router)
    const match = await route(exchange, audience, asked, billing(asked))
    await rate(exchange, audience, asked, match)
    scope(asked, match)
    if (exchange.services.unsent.isFull(asked.caller.workspace.id)) await holdRoom(exchange, 0)
    const { given, lock, earlier } = await idempotency(exchange, asked, match)
    return earlier ?? serveOperation(exchange, asked.caller, match, given, lock)
  }

  return async (services, request, path) => {
    const requestId = services.makeId('request')
    const startedAt = services.clock.now()
    const exchange: Exchange = { services, request, path, requestId }
    const answer = await run(exchange).catch((error) =>
      problemAnswer(asFailure(exchange, error), requestId),
    )
    log(exchange, startedAt, answer)
    const forPages = audience.cors?.headers(request, answer, exchange.caller) ?? {}
    const counted = countUntilSent(exchange, complete(exchange, answer, forPages))
    const sent = await pacedAnswer(counted, services)
    return reportRequest(services, request, startedAt, answer, sent, exchange)
  }
}

/** What a request asks for, and who asks. */
interface Asked {
  readonly caller: RequestPrincipal
  readonly found: Match | Failure
  /** What was asked while the caller was read. */
  readonly prefetched: Prefetch | null
}

function version({ request }: Exchange): void {
  // Two of them arrive as one with a comma, which is in the name of no host (RFC 9112, section 3.2).
  if (request.header('host')?.includes(',')) {
    throw invalid('Host', 'Send one Host header, with the name of one host.')
  }
  const asked = request.header('service-version')
  if (asked === null || apiVersions.includes(asked)) return
  throw new Failure('unsupported_version', `This version does not exist. Send ${API_VERSION}.`, {
    param: 'Service-Version',
  })
}

/** Finds the operation too, whose costs can be asked for while the caller is read. */
async function key<Credential>(
  exchange: Exchange,
  { authenticate, limit }: Audience<Credential>,
  router: Router,
): Promise<Asked> {
  const { services, request, path } = exchange
  const credential = authenticate.read(services, request)
  const found = router.match(request.method, path)
  const known = authenticate.known(services, credential)
  const prefetched =
    found instanceof Failure ? null : prefetch(services, limit, known, request, found)
  const caller = await authenticate.find(services, credential)
  exchange.caller = caller
  return { caller, found, prefetched }
}

function billing({ caller: { workspace } }: Asked): Failure | null {
  if (workspace.data.billing !== 'card_required') return null
  return new Failure('payment_required', 'Finish adding a card to the workspace, then try again.')
}

/** A request that is refused without being counted is told where its caller stands all the same. */
async function route(
  exchange: Exchange,
  { limit }: Pick<Audience<unknown>, 'limit'>,
  { caller, found, prefetched }: Asked,
  unpaid: Failure | null,
): Promise<Match> {
  const match = unpaid ?? found
  if (match instanceof Failure) {
    const { services } = exchange
    exchange.rate = await uncountedRate(services, limit.uncounted(services, caller), prefetched)
    throw match
  }
  exchange.route = match.route
  return match
}

async function rate(
  exchange: Exchange,
  { limit }: Pick<Audience<unknown>, 'limit'>,
  { caller, prefetched }: Asked,
  { route: { operation } }: Match,
): Promise<void> {
  const { services } = exchange
  const state = await countRequest(services, limit.window(services, caller, operation), prefetched)
  exchange.rate = state
  if (state?.allowed === false) throw rateLimited(services, limit, caller, operation, state)
}

/** The principals that each credential of the site API makes. */
const kinds = { site_key: 'page', visit_token: 'visitor' } as const

function scope({ caller: { principal } }: Asked, { route }: Match): void {
  const { scope: needed, credential } = route.operation
  if (credential && principal.kind !== kinds[credential]) {
    const name = credential === 'site_key' ? 'a site key' : 'the token of a visit'
    throw new Failure('insufficient_scope', `This operation takes ${name}.`)
  }
  if (needed === 'none' || grantsScope(principal.scopes, needed)) return
  throw new Failure('insufficient_scope', `This key lacks the scope ${needed}.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
  })
}

/** A request after its idempotency key was looked at. */
interface Keyed {
  /** The body, read but not yet judged. */
  readonly given: Body
  /** Null without a key. */
  readonly lock: Lock | null
  /** The answer that the first request with the key was given. */
  readonly earlier: Answer | null
}

async function idempotency(
  { services, request, path, requestId }: Exchange,
  { caller, prefetched }: Asked,
  { route: { operation } }: Match,
): Promise<Keyed> {
  const { method, credential, idempotencyField } = operation
  if (method === 'GET') return { given: noBody, lock: null, earlier: null }
  const inHeader = credential ? null : readIdempotencyKey(request)
  const given = await readBody(request, bodyLimit(operation), services.clock)
  const { id } = caller.workspace
  const { byteLength } = given.bytes
  if (byteLength > freeBodyBytes) await services.enterRound(id, byteLength / charactersPerWork)
  const own = { ...services, store: services.fairStore(id) }
  const name = idempotencyField ? readMember(given, idempotencyField) : inHeader
  if (name === null) return { given, lock: null, earlier: null }
  const print = requestDigest(request.method, `${path}${request.search}`, given)
  const look = await lookUnlessFree(own, caller, name, prefetched)
  const lock = createLock(own, { look, print, requestId })
  const earlier = await lock.look()
  return { given, lock, earlier: earlier && replay(earlier) }
}

function log(
  { services, request, requestId, caller, route }: Exchange,
  at: number,
  answer: Answer,
) {
  // The log is for those who call with keys: what pages send would leave no room in it.
  if (caller?.principal.kind !== 'apiKey') return
  services.requestLog.add({
    id: requestId,
    workspace: caller.workspace.id,
    key: caller.principal.key.id,
    at,
    method: request.method,
    path: route?.operation.path ?? null,
    status: answer.status,
    duration_ms: services.clock.now() - at,
  })
}

/** The answer with the headers that every one has. */
function complete(
  { request, requestId, rate }: Exchange,
  { status, body, ...answer }: Answer,
  forPages: Readonly<Record<string, string>>,
): Answer {
  const headers = {
    'X-Request-Id': requestId,
    ...answer.headers,
    'Service-Version': API_VERSION,
    ...forPages,
    ...(rate && rateHeaders(rate)),
  }
  if (request.method !== 'HEAD') return { status, headers, body }
  if (body instanceof ReadableStream) void body.cancel()
  return { status, headers, body: null }
}

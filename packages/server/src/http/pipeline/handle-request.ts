import { CHAT_STREAM_HEADERS } from '@doorkit/chat-stream'
import { API_VERSION, apiVersions, bodyLimit, grantsScope } from '@doorkit/models'
import { EventStream } from '../../chat/event-stream.ts'
import { Failure, invalid } from '../../errors/failure.ts'
import { unexpectedFailure } from '../../errors/unexpected-failure.ts'
import {
  type Answer,
  isWhole,
  jsonAnswer,
  problemAnswer,
  type WholeAnswer,
} from '../../kit/answer.ts'
import type { Caller } from '../../kit/caller.ts'
import { createWriter } from '../../kit/context.ts'
import type { Lock } from '../../kit/idempotency-lock.ts'
import type { Services } from '../../kit/services.ts'
import { loggerOfRequest } from '../../ports/logger-with.ts'
import { peopleNamed } from '../../privacy/people-in-text.ts'
import { JsonStream, jsonPieces } from '../../text/json-stream.ts'
import { askAhead, countRequest, lookUnlessFree, uncountedRate } from './ask-ahead.ts'
import { authenticate, readKey } from './authenticate.ts'
import type { HttpRequest } from './http-request.ts'
import { createLock, fingerprint, readIdempotencyKey } from './idempotency.ts'
import { freeOrLeave, replay, settleAfter, settleRead } from './keep-and-replay.ts'
import { type Body, bodyText, noBody, readBody } from './limited-body.ts'
import { pacedAnswer, pacedBody } from './paced-answer.ts'
import { type RateState, rateHeaders, rateLimited } from './rate-limit.ts'
import { reportRequest } from './report-request.ts'
import type { Match, Route, Router } from './route.ts'

/** One request on its way through the pipeline. */
interface Exchange {
  readonly request: HttpRequest
  /** Below the version segment. */
  readonly path: string
  readonly requestId: string
  caller?: Caller
  /** Once it is known. */
  route?: Route
  /** Absent where the plan has no limit. */
  rate?: RateState | null
}

/** Serves one request whose path, below the version segment, is `path`. */
export async function handle(
  services: Services,
  router: Router,
  request: HttpRequest,
  path: string,
): Promise<Answer> {
  const requestId = services.makeId('request')
  const startedAt = services.clock.now()
  const exchange: Exchange = { request, path, requestId }
  let answer: Answer
  try {
    answer = await run(services, router, exchange)
  } catch (error) {
    answer = problemAnswer(asFailure(services, exchange, error), requestId)
  }
  if (exchange.caller) {
    services.requestLog.add({
      id: requestId,
      workspace: exchange.caller.workspace.id,
      key: exchange.caller.key.id,
      at: startedAt,
      method: request.method,
      path: exchange.route?.operation.path ?? null,
      status: answer.status,
      duration_ms: services.clock.now() - startedAt,
    })
  }
  const sent = await pacedAnswer(complete(exchange, answer), services)
  return reportRequest(services, request, startedAt, answer, sent, exchange)
}

/** The steps of docs/api.md#request-pipeline, in its order. */
async function run(services: Services, router: Router, exchange: Exchange): Promise<Answer> {
  const { request } = exchange
  checkHost(request)
  checkVersion(request)
  const digest = readKey(request.header('authorization'))
  const found = router.match(request.method, exchange.path)
  const ahead = found instanceof Failure ? null : askAhead(services, digest, request, found)
  const caller = await authenticate(services, digest)
  exchange.caller = caller
  const match = billingFailure(caller) ?? found
  if (match instanceof Failure) {
    exchange.rate = await uncountedRate(services, caller, ahead)
    throw match
  }
  const { operation } = match.route
  exchange.route = match.route
  exchange.rate = await countRequest(services, caller, operation.cost, ahead)
  if (exchange.rate?.allowed === false) {
    throw rateLimited(services, caller, operation.cost, exchange.rate)
  }
  checkScope(caller, match)
  const isRead = operation.method === 'GET'
  const key = isRead ? null : readIdempotencyKey(request)
  const body = isRead ? noBody : await readBody(request, bodyLimit(operation), services.clock)
  if (key === null) return serve(services, exchange, caller, match, body, null)

  const target = `${exchange.path}${request.search}`
  const print = fingerprint(request.method, target, body)
  const look = await lookUnlessFree(services, caller, key, ahead)
  const lock = createLock(services, { look, print, requestId: exchange.requestId })
  const earlier = await lock.look()
  return earlier ? replay(earlier) : serve(services, exchange, caller, match, body, lock)
}

const keyRefusals: ReadonlySet<string> = new Set([
  'idempotency_key_in_use',
  'idempotency_key_reused',
])

/** The steps `body` and `operation`, with the fate of the idempotency key that `lock` holds. */
async function serve(
  services: Services,
  exchange: Exchange,
  caller: Caller,
  { route, params }: Match,
  given: Body,
  lock: Lock | null,
): Promise<Answer> {
  const { request, requestId } = exchange
  const { operation } = route
  const about = new Set<string>()
  let named = exchange.path
  const people = ({ body }: WholeAnswer) => [...about, ...peopleNamed(`${named}\n${body}`)]
  let committed: WholeAnswer | undefined
  try {
    const query = route.reader.query(request.search)
    const text = bodyText(request, given, bodyLimit(operation))
    named += `\n${text}`
    const body = route.reader.body(text)
    const reply = await route.handler(
      { ...route.reader.path(params), query, body },
      {
        ...services,
        ...caller,
        logger: loggerOfRequest(services.logger, requestId),
        store: services.fairStore(),
        requestId,
        operationId: route.id,
        signal: () => request.signal(),
        about: (person) => about.add(person),
        may: (scope) => grantsScope(caller.key.data.scopes, scope),
        ...createWriter(services, caller, operation, { lock, people }, (answer) => {
          committed = answer
        }),
      },
    )
    if (reply instanceof EventStream) {
      return { status: 200, headers: CHAT_STREAM_HEADERS, body: reply.body }
    }
    if (committed) return committed
    const answer =
      reply instanceof JsonStream
        ? await streamAnswer(services, exchange, operation.reply.status, reply)
        : jsonAnswer(operation.reply.status, reply)
    if (!lock || !isWhole(answer)) return answer
    const settle = lock.isHeld() ? settleAfter : settleRead
    return await settle(services, lock, answer, people(answer))
  } catch (error) {
    const failure = asFailure(services, exchange, error)
    const answer = problemAnswer(failure, requestId)
    if (!lock) return answer
    // The first request with the key may have used up what this one is refused for.
    const isInTheWay = failure.code === 'idempotency_key_in_use' || failure.status === 429
    const first = isInTheWay ? await lock.look() : null
    if (first) return replay(first)
    // The key is another request's by now: the answer to keep under it is that one's.
    if (keyRefusals.has(failure.code)) return answer
    if (failure.status < 500 && failure.status !== 429) {
      return await settleAfter(services, lock, answer, peopleNamed(answer.body))
    }
    await freeOrLeave(services, lock)
    return answer
  }
}

/** An answer whose lists are read while it is sent, where it is long; then it is not kept for a replay. */
async function streamAnswer(
  { clock, closing, background, logger }: Services,
  { request, requestId }: Exchange,
  status: number,
  { value }: JsonStream<unknown>,
): Promise<Answer> {
  const body = await pacedBody(jsonPieces(value), {
    clock,
    closing,
    track: (ended) => background(() => ended),
    onError: (error) =>
      logger.error(
        { request_id: requestId, method: request.method, error },
        'An answer broke off: it could not be read to its end.',
      ),
  })
  return { status, headers: { 'Content-Type': 'application/json' }, body }
}

/** Two of them arrive as one with a comma, which is in the name of no host (RFC 9112, section 3.2). */
function checkHost(request: HttpRequest): void {
  if (!request.header('host')?.includes(',')) return
  throw invalid('Host', 'Send one Host header, with the name of one host.')
}

function checkVersion(request: HttpRequest): void {
  const version = request.header('service-version')
  if (version === null || apiVersions.includes(version)) return
  throw new Failure('unsupported_version', `This version does not exist. Send ${API_VERSION}.`, {
    param: 'Service-Version',
  })
}

function billingFailure({ workspace }: Caller): Failure | null {
  if (workspace.data.billing !== 'card_required') return null
  return new Failure('payment_required', 'Finish adding a card to the workspace, then try again.')
}

function checkScope(caller: Caller, { route }: Match): void {
  const { scope } = route.operation
  if (scope === 'none' || grantsScope(caller.key.data.scopes, scope)) return
  throw new Failure('insufficient_scope', `This key lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

function asFailure(services: Services, exchange: Exchange, error: unknown): Failure {
  if (error instanceof Failure) return error
  services.logger.error(
    { request_id: exchange.requestId, method: exchange.request.method, error },
    'A request failed.',
  )
  const detail = 'Something went wrong on our side. Try again, with the same Idempotency-Key.'
  return unexpectedFailure(error, detail)
}

/** The answer with the headers that every one has. */
function complete(
  { request, requestId, rate }: Exchange,
  { status, body, ...answer }: Answer,
): Answer {
  const headers = {
    'X-Request-Id': requestId,
    ...answer.headers,
    'Service-Version': API_VERSION,
    ...(rate && rateHeaders(rate)),
  }
  if (request.method !== 'HEAD') return { status, headers, body }
  if (body instanceof ReadableStream) void body.cancel()
  return { status, headers, body: null }
}

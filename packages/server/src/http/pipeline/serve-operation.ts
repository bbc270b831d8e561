import { bodyLimit, grantsScope } from '@doorkit/models'
import { createWriter } from '../../commit/commit-change.ts'
import type { IdempotencyLock } from '../../commit/idempotency-lock.ts'
import { streamedAnswerBytes } from '../../limits/bounds.ts'
import { loggerOfRequest } from '../../ports/logger.ts'
import { peopleNamed } from '../../privacy/people-in-text.ts'
import {
  type Answer,
  EventStream,
  isWhole,
  jsonAnswer,
  replayAnswer,
  type WholeAnswer,
} from '../../requests/http-answer.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import { asFailure, problemAnswer } from '../../requests/problem-answer.ts'
import { JsonStream, jsonPieces } from '../../text/json-stream.ts'
import type { Exchange } from './exchange.ts'
import { type Body, bodyText } from './http-request.ts'
import type { Match } from './router.ts'
import { releaseOrRetry, storeAnswer, storeAnswerAfter } from './store-answer.ts'
import { enterForPiece, pacedBody, reserveMemory } from './unsent-answer.ts'

const keyRefusals: readonly string[] = ['idempotency_key_in_use', 'idempotency_key_reused']

/** Runs the steps `body` and `operation`, and stores the answer under the idempotency key. */
export async function serveOperation(
  exchange: Exchange,
  requestPrincipal: RequestPrincipal,
  { route, params }: Match,
  unchecked: Body,
  lock: IdempotencyLock | null,
): Promise<Answer> {
  const { request, requestId } = exchange
  const store = exchange.services.fairStore(requestPrincipal.workspace.id)
  const services = { ...exchange.services, store }
  const { operation } = route
  const about = new Set<string>()
  let requestText = exchange.path
  const people = ({ body }: WholeAnswer) => [...about, ...peopleNamed(`${requestText}\n${body}`)]
  let committed: WholeAnswer | undefined
  try {
    const query = route.reader.query(request.search)
    const text = bodyText(request, unchecked, bodyLimit(operation))
    requestText += `\n${text}`
    const body = route.reader.body(text)
    const reply = await route.handler(
      { ...route.reader.path(params), query, body },
      {
        ...services,
        ...requestPrincipal,
        logger: loggerOfRequest(services.logger, requestId),
        requestId,
        operationId: route.id,
        signal: () => request.signal(),
        lastEventId: request.header('last-event-id'),
        about: (person) => about.add(person),
        reserveMemory: (bytes) => reserveMemory(exchange, bytes),
        may: (scope) => grantsScope(requestPrincipal.principal.scopes, scope),
        ...createWriter(services, requestPrincipal, operation, { lock, people }, (answer) => {
          committed = answer
        }),
      },
    )
    if (reply instanceof EventStream) {
      const { body, headers } = reply
      return body ? { status: 200, headers, body } : { status: 204, headers: {}, body }
    }
    if (committed) return committed
    const answer =
      reply instanceof JsonStream
        ? await streamAnswer(exchange, operation.reply.status, reply)
        : jsonAnswer(operation.reply.status, reply)
    if (!lock || !isWhole(answer)) return answer
    if (lock.isClaimed()) return await storeAnswerAfter(services, lock, answer, people(answer))
    // The operation wrote nothing. If its answer is about people, and somebody has been erased since the
    // key was read, the answer is not stored, so that a retry reads again.
    return (await storeAnswer(services, lock, answer, people(answer))) ?? answer
  } catch (error) {
    const failure = asFailure(exchange, error)
    const answer = problemAnswer(failure, requestId)
    if (!lock) return answer
    // The first request with the key may have been answered by now. After a 429, it may be the one that
    // used up the limit.
    const mayHaveAnswer = failure.code === 'idempotency_key_in_use' || failure.status === 429
    const first = mayHaveAnswer ? await lock.findAnswer() : null
    if (first) return replayAnswer(first)
    // Another request has the key now, so its answer is the one to store.
    if (keyRefusals.includes(failure.code)) return answer
    // If the key is a member of the body, a page sends the refused message again under the same key, and
    // may then succeed. So these refusals are not stored.
    if (failure.isFinal && !operation.idempotencyField) {
      return await storeAnswerAfter(services, lock, answer, peopleNamed(answer.body))
    }
    await releaseOrRetry(services, lock)
    return answer
  }
}

/** Makes an answer whose lists are read while it is sent. A long answer is not stored for a replay. */
async function streamAnswer(
  exchange: Exchange,
  status: number,
  { value }: JsonStream<unknown>,
): Promise<Answer> {
  const { services, request, requestId } = exchange
  const { clock, closing, background, logger } = services
  if (!exchange.answerBytes) await reserveMemory(exchange, streamedAnswerBytes)
  const body = await pacedBody(jsonPieces(value), {
    clock,
    closing,
    enter: enterForPiece(exchange),
    track: (ended) => background(() => ended),
    onError: (error) =>
      logger.error(
        { request_id: requestId, method: request.method, error },
        'An answer was cut off: the rest of it could not be produced.',
      ),
  })
  return { status, headers: { 'Content-Type': 'application/json' }, body }
}

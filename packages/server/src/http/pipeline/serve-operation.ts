import { bodyLimit, grantsScope } from '@doorkit/models'
import { EventStream } from '../../chat/event-stream.ts'
import {
  type Answer,
  isWhole,
  jsonAnswer,
  problemAnswer,
  type WholeAnswer,
} from '../../kit/answer.ts'
import { streamedAnswerBytes } from '../../kit/bounds.ts'
import { createWriter } from '../../kit/context.ts'
import type { Lock } from '../../kit/idempotency-lock.ts'
import type { RequestPrincipal } from '../../kit/principal.ts'
import { loggerOfRequest } from '../../ports/logger-with.ts'
import { peopleNamed } from '../../privacy/people-in-text.ts'
import { JsonStream, jsonPieces } from '../../text/json-stream.ts'
import { asFailure, type Exchange } from './exchange.ts'
import { holdRoom } from './hold-room.ts'
import { freeOrLeave, replay, settleAfter, settleRead } from './keep-and-replay.ts'
import { type Body, bodyText } from './limited-body.ts'
import { pacedBody } from './paced-answer.ts'
import type { Match } from './route.ts'

const keyRefusals: ReadonlySet<string> = new Set([
  'idempotency_key_in_use',
  'idempotency_key_reused',
])

/** The steps `body` and `operation`, with the fate of the idempotency key that `lock` holds. */
export async function serveOperation(
  exchange: Exchange,
  caller: RequestPrincipal,
  { route, params }: Match,
  given: Body,
  lock: Lock | null,
): Promise<Answer> {
  const { request, requestId } = exchange
  const store = exchange.services.fairStore(caller.workspace.id)
  const services = { ...exchange.services, store }
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
        requestId,
        operationId: route.id,
        signal: () => request.signal(),
        lastEventId: request.header('last-event-id'),
        about: (person) => about.add(person),
        room: (bytes) => holdRoom(exchange, bytes),
        may: (scope) => grantsScope(caller.principal.scopes, scope),
        ...createWriter(services, caller, operation, { lock, people }, (answer) => {
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
    const settle = lock.isHeld() ? settleAfter : settleRead
    return await settle(services, lock, answer, people(answer))
  } catch (error) {
    const failure = asFailure(exchange, error)
    const answer = problemAnswer(failure, requestId)
    if (!lock) return answer
    // The first request with the key may have used up what this one is refused for.
    const isInTheWay = failure.code === 'idempotency_key_in_use' || failure.status === 429
    const first = isInTheWay ? await lock.look() : null
    if (first) return replay(first)
    // The key is another request's by now: the answer to keep under it is that one's.
    if (keyRefusals.has(failure.code)) return answer
    // A page sends what was refused again under its own name, once it can be taken.
    const isKept = failure.status < 500 && failure.status !== 429 && !operation.idempotencyField
    if (isKept) {
      return await settleAfter(services, lock, answer, peopleNamed(answer.body))
    }
    await freeOrLeave(services, lock)
    return answer
  }
}

/** An answer whose lists are read while it is sent, where it is long; then it is not kept for a replay. */
async function streamAnswer(
  exchange: Exchange,
  status: number,
  { value, bytes = streamedAnswerBytes }: JsonStream<unknown>,
): Promise<Answer> {
  const { services, request, requestId } = exchange
  const { clock, closing, background, logger } = services
  await holdRoom(exchange, bytes)
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

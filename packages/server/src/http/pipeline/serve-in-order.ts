import { Failure } from '../../errors/failure.ts'
import { mostUnansweredPerConnection } from '../../limits/bounds.ts'
import type { AnswerProgress, HttpRequest } from './http-request.ts'
import { createFirstRequestGate } from './new-connections.ts'

/** The last started request of a connection, and the requests that wait behind it. */
interface ConnectionQueue {
  current: StartedRequest | undefined
  readonly waiting: Waiter[]
}

interface StartedRequest {
  readonly sending: AnswerProgress | undefined
  isAnswered: boolean
}

interface Waiter {
  readonly sending: AnswerProgress | undefined
  readonly begin: () => void
}

const queues = new WeakMap<object, ConnectionQueue>()
const beginFirst = createFirstRequestGate()

/**
 * Serves the requests of one connection in order: each one starts when the previous answer is sent. A
 * client may send requests without waiting for answers. Only requests with safe methods could run at the
 * same time (RFC 9112, section 9.3.2), and their answers would still wait in memory. If the host cannot
 * track the sending, the next request starts once the previous answer exists.
 *
 * @throws Failure `rate_limited` if the connection already has `mostUnanswered` unanswered requests.
 */
export async function serveInOrder<Result>(
  { connection, sending: follow }: Pick<HttpRequest, 'connection' | 'sending'>,
  serve: () => Promise<Result>,
  mostUnanswered = mostUnansweredPerConnection,
): Promise<Result> {
  if (!connection) return serve()
  const sending = follow?.()
  const queue = queueOf(connection)
  const unanswered = countUnanswered(queue)
  if (unanswered >= mostUnanswered) {
    const detail = `This connection has ${mostUnanswered} unanswered requests. Read their answers before you send more.`
    throw new Failure('rate_limited', detail, { headers: { 'Retry-After': '1' } })
  }
  if (!queue.current || unanswered > 0 || sending?.isUnderWay() === false) {
    await new Promise<void>((begin) => {
      queue.waiting.push({ sending, begin })
      if (queue.waiting.length === 1) beginNext(queue)
    })
  }
  const request: StartedRequest = { sending, isAnswered: false }
  queue.current = request
  const answer = serve()
  const onAnswered = () => {
    request.isAnswered = true
    if (queue.waiting.length > 0) beginNext(queue)
  }
  // A failed request gets an answer too.
  answer.then(onAnswered, onAnswered)
  return answer
}

export function mayRequest(connection: object, mostUnanswered: number): boolean {
  return countUnanswered(queueOf(connection)) < mostUnanswered
}

function countUnanswered({ current, waiting }: ConnectionQueue): number {
  return waiting.length + (isOver(current) ? 0 : 1)
}

/** Whether more requests of the connection wait behind the current one. */
export function hasWaiting(connection: object): boolean {
  return (queues.get(connection)?.waiting.length ?? 0) > 0
}

function queueOf(connection: object): ConnectionQueue {
  const known = queues.get(connection)
  if (known) return known
  const queue = { current: undefined, waiting: [] }
  queues.set(connection, queue)
  return queue
}

/**
 * Whether the next request may begin: there was no request before, or the answer to the last one exists
 * and is not being sent, because it is already sent or waits for an earlier answer.
 */
function isOver(request: StartedRequest | undefined): boolean {
  return !request || (request.isAnswered && !request.sending?.isUnderWay())
}

/** Begins the next request once the current answer is sent. */
function beginNext({ current, waiting }: ConnectionQueue): void {
  // If a host reads bodies itself, a request with a body may get here after later requests that have none.
  const begin = () => {
    const next = waiting.findIndex(({ sending }) => sending?.isUnderWay())
    waiting.splice(Math.max(0, next), 1)[0]?.begin()
  }
  if (!current) beginFirst(begin)
  // `setImmediate` lets the server serve requests of other connections in between.
  else if (isOver(current)) setImmediate(begin)
  else if (current.isAnswered) current.sending?.onSent(() => setImmediate(begin))
}

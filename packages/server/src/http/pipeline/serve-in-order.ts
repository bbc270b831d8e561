import { Failure } from '../../errors/failure.ts'
import { mostUnansweredPerConnection } from '../../kit/bounds.ts'
import type { AnswerProgress, HttpRequest } from './http-request.ts'

/** The requests of a connection whose answers are not sent yet. */
interface Line {
  /** The latest one that is served. */
  current: Served | undefined
  readonly waiting: Waiter[]
}

interface Served {
  readonly sending: AnswerProgress | undefined
  isAnswered: boolean
}

interface Waiter {
  readonly sending: AnswerProgress | undefined
  readonly begin: () => void
}

const lines = new WeakMap<object, Line>()

/**
 * Serves the requests of one connection in their order, each when the answer to the one before is
 * sent. A client may send the next one before it has its answer, and only those with safe methods could be
 * served at once (RFC 9112, section 9.3.2); their answers would wait in memory all the same. Where a
 * host cannot tell when an answer is sent, the next request is served when it is made.
 *
 * @throws Failure `rate_limited` where 256 of the connection have no answer yet.
 */
export async function serveInOrder<Result>(
  { connection, sending: follow }: Pick<HttpRequest, 'connection' | 'sending'>,
  serve: () => Promise<Result>,
): Promise<Result> {
  if (!connection) return serve()
  const sending = follow?.()
  const line = lineOf(connection)
  const isFree = isOver(line.current)
  if (line.waiting.length + (isFree ? 0 : 1) >= mostUnansweredPerConnection) throw tooManyWait()
  if (line.waiting.length > 0 || !isFree || sending?.isUnderWay() === false) {
    await new Promise<void>((begin) => {
      line.waiting.push({ sending, begin })
      if (line.waiting.length === 1) beginNext(line)
    })
  }
  const served: Served = { sending, isAnswered: false }
  line.current = served
  const answered = serve()
  const onAnswered = () => {
    served.isAnswered = true
    if (line.waiting.length > 0) beginNext(line)
  }
  // What went wrong is answered, too.
  answered.then(onAnswered, onAnswered)
  return answered
}

/** Whether requests of the connection wait behind the one that is being answered. */
export function hasWaiting(connection: object): boolean {
  return (lines.get(connection)?.waiting.length ?? 0) > 0
}

function lineOf(connection: object): Line {
  const known = lines.get(connection)
  if (known) return known
  const line = { current: undefined, waiting: [] }
  lines.set(connection, line)
  return line
}

/** Whether the answer to a request is sent, or waits for another one that may be in the line. */
function isOver(served: Served | undefined): boolean {
  return !served || (served.isAnswered && !served.sending?.isUnderWay())
}

/** Begins the next request of a line once the answer to the current one is sent. */
function beginNext({ current, waiting }: Line): void {
  // A host that reads bodies itself passes on a request with one behind those that came after it.
  const begin = () => {
    const next = waiting.findIndex(({ sending }) => sending?.isUnderWay())
    waiting.splice(Math.max(0, next), 1)[0]?.begin()
  }
  // Between two requests of a connection, those of others are served.
  if (isOver(current)) setImmediate(begin)
  else if (current?.isAnswered) current.sending?.onSent(() => setImmediate(begin))
}

function tooManyWait(): Failure {
  const detail = `This connection has ${mostUnansweredPerConnection} requests without an answer. Read those first.`
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '1' } })
}

import { Failure } from '../../errors/failure.ts'
import { createKeyedMutex } from '../../kit/keyed-mutex.ts'

const takeTurns = createKeyedMutex<object>()
/** How many requests of a connection have no answer yet. */
const unanswered = new WeakMap<object, number>()
/** A host reads a connection on for as long as nothing is answered on it. */
const mostUnanswered = 256

/**
 * Serves the requests of one connection in their order. A client may send the next one before it has
 * its answer, and only those with safe methods could be served at once (RFC 9112, section 9.3.2).
 *
 * @throws Failure `rate_limited` where 256 of the connection have no answer yet.
 */
export async function serveInOrder<Result>(
  connection: object | undefined,
  serve: () => Promise<Result>,
): Promise<Result> {
  if (!connection) return serve()
  const waiting = unanswered.get(connection) ?? 0
  if (waiting >= mostUnanswered) throw tooManyWait()
  unanswered.set(connection, waiting + 1)
  try {
    return await takeTurns(connection, serve)
  } finally {
    unanswered.set(connection, (unanswered.get(connection) ?? 1) - 1)
  }
}

/** Whether a request of the connection has no answer yet. */
export function hasUnanswered(connection: object): boolean {
  return (unanswered.get(connection) ?? 0) > 0
}

function tooManyWait(): Failure {
  const detail = `This connection has ${mostUnanswered} requests without an answer. Read those first.`
  return new Failure('rate_limited', detail, { headers: { 'Retry-After': '1' } })
}

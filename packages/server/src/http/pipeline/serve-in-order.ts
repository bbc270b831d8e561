import { createKeyedMutex } from '../../kit/keyed-mutex.ts'

const takeTurns = createKeyedMutex<object>()

/**
 * Serves the requests of one connection in their order. A client may send the next one before it has
 * its answer, and only those with safe methods could be served at once (RFC 9112, section 9.3.2).
 */
export function serveInOrder<Result>(
  connection: object | undefined,
  serve: () => Promise<Result>,
): Promise<Result> {
  return connection ? takeTurns(connection, serve) : serve()
}

import type { IncomingMessage } from 'node:http'
import { createKeyedMutex } from '../../kit/keyed-mutex.ts'

const takeTurns = createKeyedMutex<IncomingMessage['socket']>()

/**
 * Serves the requests of one connection of HTTP/1 in their order. A client may send the next one
 * before it has its answer, and only those with safe methods could be served at once (RFC 9112,
 * section 9.3.2).
 */
export function serveInOrder<Result>(
  { httpVersionMajor, socket }: Pick<IncomingMessage, 'httpVersionMajor' | 'socket'>,
  serve: () => Promise<Result>,
): Promise<Result> {
  return httpVersionMajor === 1 && socket ? takeTurns(socket, serve) : serve()
}

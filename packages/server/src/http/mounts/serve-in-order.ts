import type { IncomingMessage } from 'node:http'

/** The request of each connection that came last and is still being served. */
const latest = new WeakMap<object, Promise<unknown>>()

/**
 * Serves the requests of one connection of HTTP/1 in their order. A client may send the next one
 * before it has its answer, and only those with safe methods could be served at once (RFC 9112,
 * section 9.3.2).
 */
export async function serveInOrder<Result>(
  { httpVersionMajor, socket }: Pick<IncomingMessage, 'httpVersionMajor' | 'socket'>,
  serve: () => Promise<Result>,
): Promise<Result> {
  if (httpVersionMajor !== 1 || !socket) return serve()
  const before = latest.get(socket)
  const served = before ? before.then(serve, serve) : serve()
  latest.set(socket, served)
  try {
    return await served
  } finally {
    if (latest.get(socket) === served) latest.delete(socket)
  }
}

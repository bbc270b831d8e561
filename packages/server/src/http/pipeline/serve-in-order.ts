/** The request of each connection that came last and is still being served. */
const latest = new WeakMap<object, Promise<unknown>>()

/**
 * Serves the requests of one connection in their order. A client may send the next one before it has
 * its answer, and only those with safe methods could be served at once (RFC 9112, section 9.3.2).
 */
export async function serveInOrder<Result>(
  connection: object | undefined,
  serve: () => Promise<Result>,
): Promise<Result> {
  if (!connection) return serve()
  const before = latest.get(connection)
  const served = before ? before.then(serve, serve) : serve()
  latest.set(connection, served)
  try {
    return await served
  } finally {
    if (latest.get(connection) === served) latest.delete(connection)
  }
}

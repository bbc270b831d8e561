/** The members of a `node:http` or Express response that {@link ChatStream.pipeTo} uses. */
export interface NodeResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends bytes; returns false to wait for `drain`. */
  write(bytes: Uint8Array): boolean
  /** Ends the response. */
  end(): unknown
  /** Calls back when the connection is closed or accepts bytes again. */
  once(event: 'close' | 'drain', listener: () => void): unknown
  /** Closes the connection, so that the browser sees that the answer broke off. */
  destroy(): unknown
  /** True once the connection is closed. */
  readonly destroyed: boolean
}

/**
 * Writes a response to a Node response, with backpressure. If the browser disconnects, the body is
 * canceled. Resolves when everything is written or the browser has disconnected. If the body fails,
 * rejects and closes the connection.
 */
export async function pipeResponse(source: Response, target: NodeResponse): Promise<void> {
  // Every response of `toProxyResponse` has a body.
  const reader = (source.body as ReadableStream<Uint8Array>).getReader()
  let wake = () => {}
  reader.closed.catch(() => target.destroy())
  target.once('close', () => {
    reader.cancel().catch(() => {})
    wake()
  })
  if (target.destroyed) return reader.cancel()
  target.writeHead(source.status, Object.fromEntries(source.headers))
  for (;;) {
    const next = await reader.read()
    if (target.destroyed) return
    if (next.done) break
    if (target.write(next.value)) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      target.once('drain', resolve)
    })
  }
  target.end()
}

/** The part of a `node:http` or Express response that a stream is written to. */
export interface NodeResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends bytes; returns false to wait for `drain`. */
  write(bytes: Uint8Array): boolean
  /** Ends the response. */
  end(): unknown
  /** Calls back when the connection is closed or accepts bytes again. */
  once(event: 'close' | 'drain', listener: () => void): unknown
  /** True once the connection is closed. */
  readonly destroyed: boolean
}

/**
 * Writes a response to a Node response, with backpressure. If the browser disconnects, the body is
 * canceled. Resolves when everything is written or the browser has disconnected.
 */
export async function pipeResponse(source: Response, target: NodeResponse): Promise<void> {
  const reader = source.body?.getReader()
  let wake = () => {}
  target.once('close', () => {
    reader?.cancel().catch(() => {})
    wake()
  })
  if (target.destroyed) return void (await reader?.cancel())
  target.writeHead(source.status, Object.fromEntries(source.headers))
  for (;;) {
    const next = await reader?.read()
    if (target.destroyed) return
    if (!next?.value) break
    if (target.write(next.value)) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      target.once('drain', resolve)
    })
  }
  target.end()
}

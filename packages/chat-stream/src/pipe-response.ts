/** The part of a response of `node:http`, Express or a framework built on them that is used. */
export interface NodeResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends bytes; false asks to wait for `drain`. */
  write(bytes: Uint8Array): boolean
  /** Sends the end. */
  end(): unknown
  /** Calls back when the connection is closed, or takes bytes again. */
  once(event: 'close' | 'drain', listener: () => void): unknown
  /** True once the connection is closed. */
  readonly destroyed: boolean
}

/**
 * Writes a response to one of Node, no faster than it is taken. A browser that goes away cancels the
 * body. Resolves when all is written or the browser is gone.
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

import type { ServerResponse } from 'node:http'

/** Aborts when the client hangs up before the answer is complete. */
export function abortOnClose(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort(new Error('The client hung up.'))
  })
  return controller.signal
}

/** Whether the body is sent as it is made. */
export function isStream(response: Response): boolean {
  return response.headers.get('content-type') === 'text/event-stream'
}

/** Sends a standard response over a Node one. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (isStream(response)) {
    await sendStream(response, outgoing)
    return
  }
  const body = Buffer.from(await response.arrayBuffer())
  if (outgoing.req.method !== 'HEAD') outgoing.setHeader('Content-Length', body.length)
  outgoing.end(body)
}

async function sendStream(response: Response, outgoing: ServerResponse): Promise<void> {
  const reader = response.body?.getReader()
  outgoing.flushHeaders()
  const hungUp = () => reader?.cancel().catch(() => {})
  outgoing.once('close', hungUp)
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) break
    if (!outgoing.write(next.value)) await drained(outgoing)
  }
  outgoing.off('close', hungUp)
  outgoing.end()
}

/** Resolves when the socket takes more, or never will. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    if (outgoing.destroyed) resolve()
    else outgoing.once('drain', done).once('close', done)
  })
}

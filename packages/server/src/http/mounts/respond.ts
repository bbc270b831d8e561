import type { ServerResponse } from 'node:http'

/** Aborts when the client hangs up before the answer is complete. */
export function abortOnClose(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort(new Error('The client hung up.'))
  })
  return controller.signal
}

/** Whether the body is sent as it is made: nobody knows its length yet. */
export function isStream({ body, headers }: Response): boolean {
  return body !== null && !headers.has('content-length')
}

/** Sends a standard response over a Node one. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (isStream(response)) {
    await sendStream(response, outgoing)
    return
  }
  outgoing.end(await response.bytes())
}

async function sendStream(response: Response, outgoing: ServerResponse): Promise<void> {
  const reader = response.body?.getReader()
  // A body can break off while the socket takes nothing.
  reader?.closed.catch(() => outgoing.destroy())
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

/** The error of `fetch` when the connection breaks before an answer. */
export function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: withCode('read ECONNRESET', 'ECONNRESET') })
}

/** The error of a body when the connection breaks in the middle of it. */
export function connectionCut(): TypeError {
  return new TypeError('terminated', { cause: withCode('other side closed', 'UND_ERR_SOCKET') })
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Cuts an answer after a number of bytes; `onCut` decides how it ends there. */
export function cutBody(
  response: Response,
  bytes: number,
  onCut: (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void>,
): Response {
  const { status, headers } = response
  const reader = response.body?.getReader()
  let bytesLeft = bytes
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (bytesLeft === 0) return onCut(controller)
      const part = await reader?.read()
      if (!part?.value) return controller.close()
      const value = part.value.subarray(0, bytesLeft)
      bytesLeft -= value.byteLength
      controller.enqueue(value)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
  return new Response(body, { status, headers })
}

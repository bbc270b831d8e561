/** An answer of which only so many bytes come; `onCut` decides how it ends there. */
export function cutBody(
  response: Response,
  bytes: number,
  onCut: (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void>,
): Response {
  const { status, headers } = response
  const reader = response.body?.getReader()
  let left = bytes
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (left === 0) return onCut(controller)
      const part = await reader?.read()
      if (!part?.value) return controller.close()
      const value = part.value.subarray(0, left)
      left -= value.byteLength
      controller.enqueue(value)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
  return new Response(body, { status, headers })
}

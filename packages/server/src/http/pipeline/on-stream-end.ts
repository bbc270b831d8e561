/** Wraps a stream. Calls `ended` when the stream has ended, has failed or has been canceled. */
export function onStreamEnd(
  body: ReadableStream<Uint8Array>,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void reader.closed.catch((error) => controller.error(error)).then(ended)
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

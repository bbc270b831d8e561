const words = Array.from({ length: 24 }, (_, index) => `word-${index} `)

/** The complete answer of the agent. */
export const answerText = words.join('')

/** Answers like a model without delay, with one word in each chunk of a UI message stream. */
export async function* reply(_messages) {
  yield { type: 'text-start', id: 'text' }
  for (const delta of words) yield { type: 'text-delta', id: 'text', delta }
  yield { type: 'text-end', id: 'text' }
}

/** The answer of one turn as one text. */
export async function answerOf(messages) {
  let text = ''
  for await (const chunk of reply(messages)) text += chunk.delta ?? ''
  return text
}

/** The events of one streamed turn. `record` stores the turn before the stream finishes. */
export async function* events(messages, messageId, record) {
  yield encode({ type: 'start', messageId })
  yield encode({ type: 'start-step' })
  let text = ''
  for await (const chunk of reply(messages)) {
    text += chunk.delta ?? ''
    yield encode(chunk)
  }
  await record(text)
  yield encode({ type: 'finish-step' })
  yield encode({ type: 'finish', finishReason: 'stop' })
  yield 'data: [DONE]\n\n'
}

export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
}

const encode = (chunk) => `data: ${JSON.stringify(chunk)}\n\n`

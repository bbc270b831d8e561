import type { ServerResponse } from 'node:http'

/** The events of an answer: each chunk with an id, and `[DONE]` at the end. */
export function answerEvents(id: string, deltas: readonly string[]): readonly string[] {
  const chunks = [
    { type: 'start', messageId: id, messageMetadata: { question: 'msg_question' } },
    { type: 'start-step' },
    { type: 'text-start', id: 'text' },
    ...deltas.map((delta) => ({ type: 'text-delta', id: 'text', delta })),
    { type: 'text-end', id: 'text' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ]
  const events = chunks.map(
    (chunk, at) => `id: ${id}.${at + 1}\ndata: ${JSON.stringify(chunk)}\n\n`,
  )
  return [...events, 'data: [DONE]\n\n']
}

export function beginEvents(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.flushHeaders()
  return response
}

/** Sends events, and then breaks the connection. */
export function breakAfter(response: ServerResponse, events: readonly string[]): void {
  beginEvents(response).write(events.join(''), () => setImmediate(() => response.destroy()))
}

/** Answers with a visit that has only its tokens. */
export function sendVisit(response: ServerResponse, token = 'dvt_1'): void {
  sendJson(response, 201, { object: 'visit', visitor_token: 'dvr_1', visit_token: token })
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

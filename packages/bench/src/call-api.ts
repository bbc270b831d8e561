import type { Doorkit } from '@doorkit/server'

/** Returns a function that calls the workspace API of a kit in this process, and reads the answer. */
export function apiOf(doorkit: Doorkit, apiKey: string) {
  return async (method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string) => {
    const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text)
  }
}

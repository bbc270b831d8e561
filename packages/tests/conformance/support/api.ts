import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

/** A complete answer. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** The body as text. */
  readonly text: string
  /** The body as JSON; null if it is not JSON. */
  readonly body: Body
}

/** The optional parts of a request. */
export interface RequestParts {
  /** Objects are sent as JSON, and text and bytes unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends requests with one API key, with plain `fetch`. */
export interface Api {
  readonly baseUrl: string
  readonly secret: string | null
  send<Body = unknown>(method: string, path: string, parts?: RequestParts): Promise<Answer<Body>>
  get<Body = unknown>(path: string, headers?: RequestParts['headers']): Promise<Answer<Body>>
  post<Body = unknown>(
    path: string,
    body?: unknown,
    headers?: RequestParts['headers'],
  ): Promise<Answer<Body>>
  patch<Body = unknown>(
    path: string,
    body: unknown,
    headers?: RequestParts['headers'],
  ): Promise<Answer<Body>>
  delete<Body = unknown>(path: string, headers?: RequestParts['headers']): Promise<Answer<Body>>
}

/** Creates an {@link Api} for a base URL and an API key. With null, it sends no `Authorization` header. */
export function createApi(baseUrl: string, secret: string | null): Api {
  const send: Api['send'] = async <Body>(
    method: string,
    path: string,
    { body, headers = {} }: RequestParts = {},
  ) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(text) as Body,
    }
  }
  return {
    baseUrl,
    secret,
    send,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    delete: (path, headers) => send('DELETE', path, { headers }),
  }
}

/** Expects an answer to have this status, and returns its body. */
export async function ok<Body>(answer: Promise<Answer<Body>>, status = 200): Promise<Body> {
  const { status: actual, text, body } = await answer
  expect(actual, text).toBe(status)
  return body
}

/** The header that sends this idempotency key, or a new one. */
export const withIdempotencyKey = (key: string = randomUUID()) => ({ 'Idempotency-Key': key })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

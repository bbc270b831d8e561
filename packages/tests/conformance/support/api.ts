import { expect } from 'vitest'

/** An answer, read to its end. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
  /** The body read as JSON; null when it is none. */
  readonly body: Body
}

/** The parts of a request. */
export interface Sending {
  /** Objects are sent as JSON; text and bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Requests with one key, by plain `fetch`. */
export interface Api {
  readonly baseUrl: string
  readonly secret: string | null
  send<Body = unknown>(method: string, path: string, sending?: Sending): Promise<Answer<Body>>
  get<Body = unknown>(path: string, headers?: Sending['headers']): Promise<Answer<Body>>
  post<Body = unknown>(
    path: string,
    body?: unknown,
    headers?: Sending['headers'],
  ): Promise<Answer<Body>>
  patch<Body = unknown>(
    path: string,
    body: unknown,
    headers?: Sending['headers'],
  ): Promise<Answer<Body>>
  delete<Body = unknown>(path: string, headers?: Sending['headers']): Promise<Answer<Body>>
}

/** Makes an {@link Api} for a base address and a key; null sends no `Authorization`. */
export function createApi(baseUrl: string, secret: string | null): Api {
  const send: Api['send'] = async <Body>(
    method: string,
    path: string,
    { body, headers = {} }: Sending = {},
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

/** The body of an answer that has the status. */
export async function ok<Body>(answer: Promise<Answer<Body>>, status = 200): Promise<Body> {
  const { status: actual, text, body } = await answer
  expect(actual, text).toBe(status)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import type { Problem } from '@doorkit/models'
import type { consoleApi } from '@doorkit/models/console'
import type * as z from 'zod'

type Resources = typeof consoleApi
type Operation = {
  [Name in keyof Resources]: Resources[Name][keyof Resources[Name]]
}[keyof Resources]

/** Every operation of the console by its method and path, such as `GET /contacts/{id}`. */
type Operations = {
  [O in Operation as `${O['method']} ${O['path']}`]: O
}

export type Route = keyof Operations

export type ListRoute = {
  [R in Route]: Operations[R]['reply']['kind'] extends 'list' ? R : never
}[Route]

export type Answer<R extends Route> = z.infer<Operations[R]['reply']['schema']>

export type Item<R extends ListRoute> = Answer<R> extends { data: (infer I)[] } ? I : never

type Part<O, Name extends string> =
  O extends Record<Name, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined

export interface Input<R extends Route> {
  /** The ids in the path, by name. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Part<Operations[R], 'query'> | undefined
  readonly body?: Part<Operations[R], 'body'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes a write safe to repeat: a call with the same idempotency key gets the same answer. */
  readonly idempotencyKey?: string | undefined
}

/** A refusal of the server, or a call without an answer. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  readonly requestId: string | undefined

  constructor(message: string, status?: number, requestId?: string) {
    super(message)
    this.status = status
    this.requestId = requestId
  }
}

const headers = { 'Doorkit-Console': '1' }

/** The URL of a path that is relative to the console. */
export const addressOf = (path: string) => new URL(path, document.baseURI)

export async function call<R extends Route>(route: R, input: Input<R> = {}): Promise<Answer<R>> {
  return (await (await request(route, input)).json()) as Answer<R>
}

async function request<R extends Route>(route: R, input: Input<R>): Promise<Response> {
  const { params = {}, query, body, signal, idempotencyKey } = input
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const url = addressOf(`api${path}`)
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === '') continue
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  }
  return send(url, {
    method,
    signal: signal ?? null,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Calls an operation, and reads the data of its events one by one until the server ends the stream. */
export async function* follow<R extends Route>(
  route: R,
  input: Input<R>,
): AsyncGenerator<Answer<R>> {
  const response = await request(route, input)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data && data !== '[DONE]') yield JSON.parse(data) as Answer<R>
    }
  }
}

/** Opens a session with the token of a sign-in link. */
export async function openSession(token: string): Promise<void> {
  await send(addressOf('sign-in'), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ link: token }),
  })
}

export async function signOut(): Promise<void> {
  await send(addressOf('sign-out'), { method: 'POST', headers })
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallError('The server cannot be reached. Check the connection, and try again.')
  }
  const { ok, status } = response
  if (ok) return response
  const problem: Partial<Problem> = await response.json().catch(() => ({}))
  throw new CallError(
    problem.detail ?? `The server answered ${status}.`,
    status,
    problem.request_id,
  )
}

import type { ErrorCode } from '@doorkit/models'
import type { consoleApi } from '@doorkit/models/console'
import type * as z from 'zod'

type Operations = typeof consoleApi
type AnyOperation = {
  [R in keyof Operations]: Operations[R][keyof Operations[R]]
}[keyof Operations]

/** Every operation of the console by its method and path, such as `GET /contacts/{id}`. */
export type Operation = {
  [O in AnyOperation as `${O['method']} ${O['path']}`]: O
}

/** The method and path of an operation. */
export type Route = keyof Operation

/** The methods and paths of the lists. */
export type ListRoute = {
  [L in Route]: Operation[L]['reply']['kind'] extends 'list' ? L : never
}[Route]

/** The answer of an operation. */
export type Answer<L extends Route> = z.infer<Operation[L]['reply']['schema']>

/** One item of a list. */
export type Item<L extends ListRoute> = Answer<L> extends { data: (infer I)[] } ? I : never

type Part<O, Name extends string> =
  O extends Record<Name, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined

/** The input of a call. */
export interface Input<L extends Route> {
  /** The ids of the path, by their names in it. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Part<Operation[L], 'query'> | undefined
  readonly body?: Part<Operation[L], 'body'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes a write safe to repeat: a call with the same text gets the same answer. */
  readonly idempotencyKey?: string | undefined
}

/** A refusal of the server, or a call without an answer. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** `unreachable` if there was no answer. */
  readonly code: ErrorCode | 'unreachable'
  readonly status: number
  readonly requestId: string | null

  constructor(
    detail: string,
    facts: { readonly code: CallError['code']; status?: number; requestId?: string | null },
  ) {
    super(detail)
    this.code = facts.code
    this.status = facts.status ?? 0
    this.requestId = facts.requestId ?? null
  }
}

const headers = { 'Doorkit-Console': '1' }

/** The address of a path below the path of the console. */
export const addressOf = (path: string) => new URL(path, document.baseURI)

/** Calls an operation. */
export async function call<L extends Route>(route: L, input: Input<L> = {}): Promise<Answer<L>> {
  return (await (await request(route, input)).json()) as Answer<L>
}

async function request<L extends Route>(route: L, input: Input<L>): Promise<Response> {
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
export async function* follow<L extends Route>(
  route: L,
  input: Input<L>,
): AsyncGenerator<Answer<L>> {
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
      if (data && data !== '[DONE]') yield JSON.parse(data) as Answer<L>
    }
  }
}

/** Opens a session with the token of a link. */
export async function openLink(link: string): Promise<void> {
  await send(addressOf('sign-in'), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ link }),
  })
}

/** Ends the session that a link has opened. */
export async function signOut(): Promise<void> {
  await send(addressOf('sign-out'), { method: 'POST', headers })
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'same-origin' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallError('The server cannot be reached. Check the connection, and try again.', {
      code: 'unreachable',
    })
  }
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as {
    code?: ErrorCode
    detail?: string
    request_id?: string
  }
  throw new CallError(problem.detail ?? `The server answered ${response.status}.`, {
    code: problem.code ?? 'internal_error',
    status: response.status,
    requestId: problem.request_id ?? null,
  })
}

/** A request that reached the fake network, for assertions. */
export interface RecordedRequest {
  /** In capitals, such as `POST`. */
  readonly method: string
  /** The path below the base path, without the query: `/contacts/ct_1`. */
  readonly path: string
  /** Query parameters; a repeated one is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or the text if it is not JSON; undefined without a body. */
  readonly body: unknown
  /** When it arrived, in milliseconds since the epoch. */
  readonly at: number
  /** The status of the answer; null until there is an answer. */
  readonly status: number | null
  /** The fault that affected the request; null without one. */
  readonly fault: 'status' | 'hang' | 'reset' | 'truncate' | 'delay' | null
}

/** A recorded request whose answer is still to be added. */
export type RequestEntry = { -readonly [Member in keyof RecordedRequest]: RecordedRequest[Member] }

export async function recordRequest(
  request: Request,
  basePath: string,
  at: number,
): Promise<RequestEntry> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.clone().text()
  return {
    method: request.method,
    path: pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname,
    query: readQuery(searchParams),
    headers: Object.fromEntries(request.headers),
    body: text === '' ? undefined : readBody(text),
    at,
    status: null,
    fault: null,
  }
}

function readQuery(parameters: URLSearchParams): RequestEntry['query'] {
  const entries = [...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name)
    return [name, values.length === 1 ? values.join() : values]
  })
  return Object.fromEntries(entries)
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

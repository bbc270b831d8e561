/** A request that reached the fake server, for assertions. */
export interface RecordedRequest {
  /** In capitals, as `POST`. */
  readonly method: string
  /** Below the version segment and without query: `/contacts/ct_1`. */
  readonly path: string
  /** A parameter that comes more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or the text when it is not JSON; undefined without a body. */
  readonly body: unknown
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  /** The status that was answered; null when there was no answer, or not yet. */
  readonly status: number | null
  /** The fault that hit it; null when it was served as usual. */
  readonly fault: 'status' | 'hang' | 'reset' | 'truncate' | 'delay' | null
}

/** A request while it is served: the end of it is still to be written down. */
export type OpenRequest = { -readonly [Member in keyof RecordedRequest]: RecordedRequest[Member] }

/** Writes down a request as it came. `basePath` is what stands above the operations' paths. */
export async function recordRequest(
  request: Request,
  basePath: string,
  at: number,
): Promise<OpenRequest> {
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

function readQuery(parameters: URLSearchParams): OpenRequest['query'] {
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

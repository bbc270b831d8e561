import { SiteError } from './site-error.ts'

export interface RequestSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}

export interface SiteRequest {
  readonly method: 'GET' | 'POST'
  /** The path below `baseUrl`, such as `/visits`. */
  readonly path: string
  /** The site key or the visit token. */
  readonly bearer: string
  readonly body?: object | undefined
  /** The id of the last received event, to continue after it. */
  readonly lastEventId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends a request once.
 *
 * @throws SiteError unless the answer has a 2xx status.
 */
export async function sendRequest(
  { baseUrl, fetch }: RequestSettings,
  { method, path, bearer, body, lastEventId, signal }: SiteRequest,
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(lastEventId && { 'Last-Event-ID': lastEventId }),
      },
      body: body ? JSON.stringify(body) : null,
      // The API reads only tokens, so cookies are not sent.
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ?? null,
    })
  } catch (cause) {
    throw interruptionOf(cause, signal)
  }
  if (response.ok) return response
  throw await refusalOf(response)
}

/** The error for a request or stream that lost its connection or was aborted by its signal. */
export function interruptionOf(cause: unknown, signal: AbortSignal | undefined): SiteError {
  return signal?.aborted
    ? new SiteError('aborted', 'The signal ended the call. Its reason is the `cause`.', {
        cause: signal.reason,
      })
    : new SiteError(
        'connection_failed',
        'No answer came, or only a part. Check baseUrl, the network, and that the site key allows this origin.',
        { cause },
      )
}

async function refusalOf(response: Response): Promise<SiteError> {
  const { status, headers } = response
  const problem = await response.json().catch(() => null)
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  const details = {
    status,
    param: problem?.param,
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
    requestId: headers.get('X-Request-Id') ?? undefined,
  }
  return typeof problem?.code === 'string'
    ? new SiteError(problem.code, String(problem.detail), details)
    : new SiteError(
        'response_unexpected',
        `The answer ${status} does not come from the site API. Check baseUrl and the proxies.`,
        details,
      )
}

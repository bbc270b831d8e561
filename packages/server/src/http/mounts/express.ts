import '@doorkit/models/require-node'
import type { ServerResponse } from 'node:http'
import { RefusedBody } from '../pipeline/http-request.ts'
import { isBelowVersion } from '../pipeline/router.ts'
import type { Servable } from './servable.ts'
import { type HostRequest, serveNode } from './serve-node.ts'

export type { HostRequest } from './serve-node.ts'

type ExpressRequest = HostRequest & { readonly baseUrl?: string }
type Next = (error?: unknown) => void

/**
 * Two Express middlewares. The first serves requests; the second answers requests whose body the host's
 * parser refused.
 */
export type ExpressMount = [
  (request: ExpressRequest, response: ServerResponse, next: Next) => void,
  (error: unknown, request: ExpressRequest, response: ServerResponse, next: Next) => void,
]

/**
 * Serves a server kit from Express 4 or 5: `app.use('/v1', toExpress(doorkit))`. It works before and
 * after `express.json()`. After that parser, the parser's limit applies too, 100 KB by default. For
 * knowledge documents, raise this limit with `express.json({ limit: '1mb' })`.
 */
export function toExpress(doorkit: Servable): ExpressMount {
  return [
    (request, response, next) => {
      if (!isOurs(request)) return next()
      void serveNode(doorkit, request, response, request.baseUrl ?? '')
    },
    (error, request, response, next) => {
      const refused = isOurs(request) ? refusedBody(error) : null
      if (refused === null) return next(error)
      const withBody = Object.create(request, { rawBody: { value: refused } }) as ExpressRequest
      void serveNode(doorkit, withBody, response, request.baseUrl ?? '')
    },
  ]
}

/** Without a prefix, only paths below the version segment belong to this API. */
function isOurs({ baseUrl = '', originalUrl, url }: ExpressRequest): boolean {
  return baseUrl !== '' || isBelowVersion(originalUrl ?? url ?? '/')
}

/**
 * The body that the host's parser refused, so that the API can refuse it in its own words. For invalid
 * JSON, it is the text itself; for a body that is too large, only the limit; for a body that the parser
 * cannot decode or decompress, a byte that is not text. Null for any other error.
 */
function refusedBody(error: unknown): Uint8Array | RefusedBody | null {
  const { type, body, code, limit } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'entity.parse.failed' && typeof body === 'string') {
    return new TextEncoder().encode(body)
  }
  if (type === 'entity.too.large') return new RefusedBody(Number(limit))
  const isUnsupported = type === 'encoding.unsupported' || type === 'charset.unsupported'
  // The codes of zlib and of its brotli decoder.
  return isUnsupported || /^(?:Z_|ERR__)/.test(String(code)) ? notText : null
}

const notText = new Uint8Array([0xff])

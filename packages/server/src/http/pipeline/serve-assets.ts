import type { Answer } from '../../requests/http-answer.ts'
import { digest } from '../../values/digest.ts'
import { memoizeUntilSuccess } from '../../values/memoize-until-success.ts'
import type { HttpRequest } from './http-request.ts'

/** A file for browsers. */
export interface Asset {
  /** The path below the base path of the site API or the console, without a leading slash. */
  readonly path: string
  readonly type: string
  readonly text: string
  /** Whether the name changes with the text. */
  readonly immutable: boolean
}

/** Matches an `Accept-Encoding` with gzip, unless its weight is 0. */
const acceptsGzip = /\bgzip\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i

/** Answers a GET or HEAD request with the asset at a path; null if there is none. */
export type ServeAsset = (request: HttpRequest, path: string) => Promise<Answer | null>

/**
 * Serves files for browsers.
 *
 * @param load - reads the files on the first request.
 * @param changingCacheControl - the `Cache-Control` of files whose names do not change with their texts.
 * @param extraHeaders - more headers of every file.
 */
export function createServeAsset(
  load: () => Promise<readonly Asset[]>,
  changingCacheControl: string,
  extraHeaders: Readonly<Record<string, string>> = {},
): ServeAsset {
  const prepared = memoizeUntilSuccess(async () => {
    const entries = (await load()).map(async ({ path, type, text, immutable }) => {
      const headers = {
        'Content-Type': type,
        'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : changingCacheControl,
        // Weak, because the tag is the same with and without gzip (RFC 9110, section 8.8.1).
        ETag: `W/"${digest([text])}"`,
        Vary: 'Accept-Encoding',
        ...extraHeaders,
      }
      return [path, { headers, text, gzipped: await gzip(text) }] as const
    })
    return new Map(await Promise.all(entries))
  })
  return async (request, path) => {
    const asset = (await prepared()).get(path.slice(1))
    if (!asset) return null
    const { headers, text, gzipped } = asset
    const known = request.header('if-none-match') ?? ''
    if (known.includes(headers.ETag)) return { status: 304, headers, body: null }
    const isHead = request.method === 'HEAD'
    if (!acceptsGzip.test(request.header('accept-encoding') ?? '')) {
      return { status: 200, headers, body: isHead ? null : text }
    }
    const encoded = {
      ...headers,
      'Content-Encoding': 'gzip',
      'Content-Length': String(gzipped.byteLength),
    }
    return { status: 200, headers: encoded, body: isHead ? null : new Blob([gzipped]).stream() }
  }
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

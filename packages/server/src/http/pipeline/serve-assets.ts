import type { Answer } from '../../requests/answer.ts'
import { digest } from '../../values/digest.ts'
import { untilItWorks } from '../../values/until-it-works.ts'
import type { Pipeline } from './handle-request.ts'
import type { HttpRequest } from './http-request.ts'

/** A file for browsers. */
export interface Asset {
  /** The path below the address of the audience, without a leading slash. */
  readonly path: string
  readonly type: string
  readonly text: string
  /** Whether the name changes with the text. */
  readonly immutable: boolean
}

/** An asset as it is sent. */
interface SentAsset {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly gzipped: Uint8Array<ArrayBuffer>
}

/**
 * After five minutes, browsers ask again for a file whose name does not change with its text. They use
 * the old one until the answer arrives.
 */
const cacheControl = (immutable: boolean) =>
  immutable
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=300, stale-while-revalidate=86400'

/**
 * Serves files for browsers before the operations of an audience. The files need no credential, and
 * every origin may read them, so that pages can check their integrity.
 *
 * @param load - reads the files on the first request.
 */
export function serveAssets(
  load: () => Promise<readonly Asset[]>,
  isAssetPath: (path: string) => boolean,
  pipeline: Pipeline,
): Pipeline {
  const prepared = untilItWorks(() => prepare(load))
  return async (services, request, path) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const asset = isRead && isAssetPath(path) ? (await prepared()).get(path.slice(1)) : undefined
    return asset ? assetAnswer(asset, request) : pipeline(services, request, path)
  }
}

async function prepare(load: () => Promise<readonly Asset[]>): Promise<Map<string, SentAsset>> {
  const entries = (await load()).map(async ({ path, type, text, immutable }) => {
    const headers = {
      'Content-Type': type,
      'Cache-Control': cacheControl(immutable),
      ETag: `"${digest([text])}"`,
      Vary: 'Accept-Encoding',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    }
    return [path, { headers, text, gzipped: await gzip(text) }] as const
  })
  return new Map(await Promise.all(entries))
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function assetAnswer({ headers, text, gzipped }: SentAsset, request: HttpRequest): Answer {
  const known = request.header('if-none-match') ?? ''
  if (known.includes(headers.ETag ?? '')) return { status: 304, headers, body: null }
  if (!/\bgzip\b/.test(request.header('accept-encoding') ?? '')) {
    return { status: 200, headers, body: request.method === 'HEAD' ? null : text }
  }
  const encoded = {
    ...headers,
    'Content-Encoding': 'gzip',
    'Content-Length': String(gzipped.byteLength),
  }
  const body = request.method === 'HEAD' ? null : new Blob([gzipped]).stream()
  return { status: 200, headers: encoded, body }
}

import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Asset } from '@doorkit/console'
import type { HttpRequest } from '../http/pipeline/http-request.ts'
import type { Answer } from '../requests/answer.ts'
import { untilItWorks } from '../values/until-it-works.ts'

/** Answers a read with a file; null if it does not exist. */
export type ServeFile = (request: HttpRequest, path: string, base: string) => Promise<Answer | null>

const compress = promisify(brotliCompress)

/**
 * Serves the files of the application. Every other path belongs to a screen, so its answer is the page
 * of the application. The files are loaded on first use, and each is compressed on its first request.
 */
export function createServeFile(load: () => Promise<readonly Asset[]>): ServeFile {
  const loaded = untilItWorks(
    async () => new Map((await load()).map((asset) => [asset.path, asset])),
  )
  const compressed = new Map<Asset, Promise<Uint8Array>>()
  return async (request, path, base) => {
    const isFile = path.startsWith('/assets/')
    const asset = (await loaded()).get(isFile ? path.slice(1) : 'index.html')
    if (!asset) return null
    const { type, text, immutable } = asset
    const headers = {
      'Content-Type': type,
      'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
    }
    if (!isFile) return { status: 200, headers, body: text.replaceAll('%BASE%', `${base}/`) }
    if (!/\bbr\b/.test(request.header('accept-encoding') ?? '')) {
      return { status: 200, headers, body: text }
    }
    const small = compressed.get(asset) ?? compress(text)
    compressed.set(asset, small)
    const bytes = await small
    const encoded = { 'Content-Encoding': 'br', 'Content-Length': String(bytes.byteLength) }
    const body = new Blob([new Uint8Array(bytes)]).stream()
    return { status: 200, headers: { ...headers, ...encoded }, body }
  }
}

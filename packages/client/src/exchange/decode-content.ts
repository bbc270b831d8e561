import type { Transform } from 'node:stream'
import type { Flow, ReceivedBody } from './received-body.ts'

/** What the transport asks for. */
export const acceptedEncodings = 'gzip, br'

function createDecoder(encoding: string): Transform | undefined {
  // Not imported: bundlers for browsers, which never come here, would stumble over the name.
  const zlib = globalThis.process?.getBuiltinModule('zlib')
  if (!zlib) return undefined
  // Each piece that comes gives what is in it at once, so that a compressed stream does not stall.
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ flush: Z_SYNC_FLUSH })
    case 'deflate':
      return zlib.createInflate({ flush: Z_SYNC_FLUSH })
    case 'br':
      return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return zlib.createZstdDecompress({ flush: ZSTD_e_flush })
    default:
      return undefined
  }
}

/** What takes the bytes of an answer as they come over the wire. */
export type BodySink = Pick<ReceivedBody, 'push' | 'finish' | 'fail'>

/** A body that decompresses what it takes; undefined for an encoding that nobody here knows. */
export function decodingSink(
  encoding: string,
  wire: Flow,
  makeBody: (flow: Flow) => ReceivedBody,
): { readonly sink: BodySink; readonly body: ReceivedBody } | undefined {
  const decoder = createDecoder(encoding.trim().toLowerCase())
  if (!decoder) return undefined
  const body = makeBody({
    resume: () => decoder.resume(),
    abort(reason) {
      decoder.destroy()
      wire.abort(reason)
    },
  })
  let came = false
  decoder.on('data', (chunk: Uint8Array) => {
    if (!body.push(chunk)) decoder.pause()
  })
  decoder.on('drain', () => wire.resume())
  decoder.on('end', () => body.finish())
  decoder.on('error', (error) => {
    body.fail(error)
    wire.abort(error)
  })
  const sink: BodySink = {
    push(chunk) {
      came = true
      return decoder.write(chunk)
    },
    finish: () => void (came ? decoder.end() : body.finish()),
    fail(cause) {
      decoder.destroy()
      body.fail(cause)
    },
  }
  return { sink, body }
}

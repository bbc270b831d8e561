import type { Transform } from 'node:stream'
import type { Flow, ReceivedBody } from './received-body.ts'

/** The encodings that the transport asks for. */
export const acceptedEncodings = 'gzip, br'

/** Receives the bytes of an answer as they arrive. */
export type BodySink = Pick<ReceivedBody, 'push' | 'finish' | 'fail'>

/** The most encodings of an answer, as in `fetch`. An answer with more is an attack on the memory. */
const mostEncodings = 5

/**
 * Creates a body that decompresses its bytes, even through several encodings. Undefined for too many
 * encodings, or for one that is not supported.
 */
export function decodingSink(
  encoding: string,
  wire: Flow,
  makeBody: (flow: Flow) => ReceivedBody,
): { readonly sink: BodySink; readonly body: ReceivedBody } | undefined {
  // The last encoding that was applied is decoded first.
  const encodings = encoding.split(',').reverse()
  const makers = encodings.flatMap((name) => decoderFor(name) ?? [])
  if (makers.length < encodings.length || makers.length > mostEncodings) return undefined
  let decoders: Transform[] = []
  const body = makeBody({
    resume: () => decoders.at(-1)?.resume(),
    abort(reason) {
      destroy()
      wire.abort(reason)
    },
  })

  const destroy = () => {
    for (const decoder of decoders) decoder.destroy()
  }

  function start(firstBytes: Uint8Array): Transform | undefined {
    decoders = makers.map((make, index) => make(index === 0 ? firstBytes[0] : undefined))
    for (const decoder of decoders) {
      decoder.on('error', (error) => {
        body.fail(error)
        wire.abort(error)
      })
    }
    const last = decoders.reduce((decoder, next) => decoder.pipe(next))
    last.on('data', (chunk: Uint8Array) => {
      if (!body.push(chunk)) last.pause()
    })
    last.on('end', () => body.finish())
    return decoders[0]?.on('drain', () => wire.resume())
  }

  const sink: BodySink = {
    push: (chunk) => (decoders[0] ?? start(chunk))?.write(chunk) !== false,
    finish: () => void (decoders[0] ? decoders[0].end() : body.finish()),
    fail(cause) {
      destroy()
      body.fail(cause)
    },
  }
  return { sink, body }
}

/** Returns a function that creates the decoder of one encoding, given the first byte if it is known. */
function decoderFor(encoding: string): ((firstByte?: number) => Transform) | undefined {
  // The module is not imported, because bundlers for browsers would fail on the name.
  const zlib = globalThis.process?.getBuiltinModule('zlib')
  if (!zlib) return undefined
  // Flushes after each chunk, so that a compressed stream does not stall.
  const { Z_SYNC_FLUSH: flush, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return () => zlib.createGunzip({ flush })
    case 'deflate':
      // Some servers omit the zlib header, whose first byte names the method: 8.
      return (firstByte = 8) =>
        firstByte % 16 === 8 ? zlib.createInflate({ flush }) : zlib.createInflateRaw({ flush })
    case 'br':
      return () => zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return () => zlib.createZstdDecompress({ flush: ZSTD_e_flush })
    default:
      return undefined
  }
}

import type { Transform } from 'node:stream'
import type { Flow, ReceivedBody } from './received-body.ts'

/** The encodings that the transport asks for. */
export const acceptedEncodings = 'gzip, br'

/** The functions that take the bytes of an answer as they arrive. */
export type BodySink = Pick<ReceivedBody, 'push' | 'finish' | 'fail'>

/** As many as `fetch` takes: who sends more wants the reader's memory. */
const mostEncodings = 5

/**
 * A body that decompresses what it takes, whatever it was compressed with, one after the other;
 * undefined where that is not known here.
 */
export function decodingSink(
  encoding: string,
  wire: Flow,
  makeBody: (flow: Flow) => ReceivedBody,
): { readonly sink: BodySink; readonly body: ReceivedBody } | undefined {
  // The last that was applied is the first to be undone.
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

/** The function that makes the decoder of one encoding, from the body's first byte where it is known. */
function decoderFor(encoding: string): ((firstByte?: number) => Transform) | undefined {
  // Not imported: bundlers for browsers, which never come here, would stumble over the name.
  const zlib = globalThis.process?.getBuiltinModule('zlib')
  if (!zlib) return undefined
  // Each piece that comes gives what is in it at once, so that a compressed stream does not stall.
  const { Z_SYNC_FLUSH: flush, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return () => zlib.createGunzip({ flush })
    case 'deflate':
      // Some servers leave out the envelope, whose first byte tells its method: 8.
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

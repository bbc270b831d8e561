import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import type { Flow, ReceivedBody } from './received-body.ts'

/** What the transport asks for. */
export const acceptedEncodings = 'gzip, br'

// Each piece that comes gives what is in it at once, so that a compressed stream does not stall.
const flush = constants.Z_SYNC_FLUSH
const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip({ flush })],
  ['x-gzip', () => createGunzip({ flush })],
  ['deflate', () => createInflate({ flush })],
  ['br', () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress({ flush: constants.ZSTD_e_flush })],
])

/** What takes the bytes of an answer as they come over the wire. */
export type BodySink = Pick<ReceivedBody, 'push' | 'finish' | 'fail'>

/** A body that decompresses what it takes; undefined for an encoding that nobody here knows. */
export function decodingSink(
  encoding: string,
  wire: Flow,
  makeBody: (flow: Flow) => ReceivedBody,
): { readonly sink: BodySink; readonly body: ReceivedBody } | undefined {
  const create = decoders.get(encoding.trim().toLowerCase())
  if (!create) return undefined
  const decoder = create()
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

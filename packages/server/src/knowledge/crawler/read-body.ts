import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { CrawlError } from './crawl-error.ts'
import { discard, header, type PageAnswer } from './request-with-redirects.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
}

/** How much of a body is read. */
export interface BodyLimit {
  /** The most bytes on the wire, and also the most bytes after decompression. */
  readonly maxBytes: number
  /** Whether a longer body is cut or refused. */
  readonly longer: 'cut' | 'refused'
}

/**
 * Reads and decompresses a body. Collects no more bytes than the limit allows.
 *
 * @throws CrawlError `too_large` if a longer body is refused, and `not_text` if the body cannot be
 * decompressed. Errors of the connection are thrown unchanged.
 */
export async function readBody(answer: PageAnswer, limit: BodyLimit): Promise<Buffer> {
  const { body } = answer
  const coding = header(answer, 'content-encoding')?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') return collect(body, limit)
  const createDecoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (!createDecoder) {
    discard(answer)
    throw undecodable()
  }
  let wireError: unknown
  async function* wire(): AsyncGenerator<Buffer> {
    try {
      yield* capped(body, limit)
    } catch (error) {
      wireError = error
      throw error
    }
  }
  // `pipeline` passes an error of either stream to the reader.
  const decoded = pipeline(Readable.from(wire()), createDecoder(), () => {})
  try {
    return await collect(decoded, limit)
  } catch (error) {
    throw wireError ?? (error instanceof CrawlError ? error : undecodable(error))
  }
}

async function collect(source: AsyncIterable<Buffer>, limit: BodyLimit): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of capped(source, limit)) parts.push(part)
  return Buffer.concat(parts)
}

/** Yields bytes up to the limit. The end of the loop destroys the source, so the rest is not read. */
async function* capped(
  source: AsyncIterable<Buffer>,
  { maxBytes, longer }: BodyLimit,
): AsyncGenerator<Buffer> {
  let length = 0
  for await (const part of source) {
    const room = maxBytes - length
    length += part.length
    if (length <= maxBytes) {
      yield part
      continue
    }
    if (longer === 'refused') {
      throw new CrawlError('too_large', `Larger than ${maxBytes / 1_000_000} MB`)
    }
    yield part.subarray(0, room)
    return
  }
}

function undecodable(cause?: unknown): CrawlError {
  return new CrawlError('not_text', 'Cannot be decompressed', { cause })
}

const decoder = new TextDecoder()

/**
 * The text of the first `maxBytes` of a body. At once, for it usually comes in one piece, and to
 * decode piece by piece costs many times as much.
 */
export function decodeChunks(chunks: readonly Uint8Array[], maxBytes: number): string {
  const [first] = chunks
  const bytes = first && chunks.length === 1 ? first : join(chunks)
  return decoder.decode(bytes.subarray(0, maxBytes))
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.byteLength
  }
  return joined
}

import { encodeChatChunk, type KnownChatChunk } from '@doorkit/chat-stream'

const words = ['Grüße ', 'the ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'lazy ', 'dog. ']
const networkChunkBytes = 16 * 1024

/** The events of an answer of `count` words, each as bytes. */
export function eventsOf(count: number): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  return Array.from({ length: count }, (_, index) =>
    encoder.encode(
      encodeChatChunk({ type: 'text-delta', id: '1', delta: words[index % words.length] ?? '' }),
    ),
  )
}

/** Joins the bytes and splits them into network chunks of 16 KiB. */
export function inNetworkChunks(events: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  const bytes = Buffer.concat(events)
  return Array.from({ length: Math.ceil(bytes.length / networkChunkBytes) }, (_, index) =>
    Uint8Array.from(bytes.subarray(index * networkChunkBytes, (index + 1) * networkChunkBytes)),
  )
}

/** The chunks of a message of `count` parts. */
export function partsOf(count: number): KnownChatChunk[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'source-url',
    sourceId: String(index),
    url: 'https://example.com/',
  }))
}

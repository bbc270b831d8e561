import { createChatParser } from '@doorkit/chat-stream'
import { parseJsonEventStream, uiMessageChunkSchema } from 'ai'
import { createParser } from 'eventsource-parser'

/** Reads a stream that arrives in pieces, and counts its chunks. */
export type ChatReader = (pieces: readonly Uint8Array<ArrayBuffer>[]) => number | Promise<number>

/** Readers of the same stream. The first two validate the chunks. */
export const chatReaders = {
  '@doorkit/chat-stream, push': (pieces) => {
    let count = 0
    const parser = createChatParser({
      onChunk: () => {
        count += 1
      },
    })
    for (const piece of pieces) parser.push(piece)
    parser.end()
    return count
  },
  'ai, parseJsonEventStream': async (pieces) => {
    let count = 0
    const stream = parseJsonEventStream({
      stream: ReadableStream.from(pieces),
      schema: uiMessageChunkSchema,
    })
    for await (const { success } of stream) if (success) count += 1
    return count
  },
  'eventsource-parser and JSON.parse': (pieces) => {
    let count = 0
    const parser = createParser({
      onEvent: ({ data }) => {
        JSON.parse(data)
        count += 1
      },
    })
    const decoder = new TextDecoder()
    for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }))
    return count
  },
  'bare: TextDecoder, indexOf and JSON.parse': (pieces) => {
    let count = 0
    let rest = ''
    const decoder = new TextDecoder()
    for (const piece of pieces) {
      const text = rest + decoder.decode(piece, { stream: true })
      let start = 0
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
        JSON.parse(text.slice(start + 'data: '.length, end))
        count += 1
        start = end + 2
      }
      rest = text.slice(start)
    }
    return count
  },
} as const satisfies Readonly<Record<string, ChatReader>>

export type ChatReaderName = keyof typeof chatReaders

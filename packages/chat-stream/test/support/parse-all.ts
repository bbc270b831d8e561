import type {
  ChatChunk,
  ChatParserOptions,
  ChatParserState,
  ChatStreamError,
} from '../../src/index.ts'
import { createChatParser } from '../../src/index.ts'

/** Everything that a parser returned for an input. */
export interface ParsedStream {
  chunks: ChatChunk[]
  problems: ChatStreamError[]
  codes: string[]
  state: ChatParserState
}

/** Pushes the pieces into a new parser, and ends it. */
export function parseAll(
  pieces: readonly (Uint8Array | string)[],
  options: Pick<ChatParserOptions, 'maxEventBytes'> = {},
): ParsedStream {
  const chunks: ChatChunk[] = []
  const problems: ChatStreamError[] = []
  const parser = createChatParser({
    ...options,
    onChunk: (chunk) => chunks.push(chunk),
    onProblem: (problem) => problems.push(problem),
  })
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return { chunks, problems, codes: problems.map(({ code }) => code), state: parser.state }
}

/** One event with this value as its data. */
export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

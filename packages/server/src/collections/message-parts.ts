import type { MessagePart, ToolPart } from '../ports/agent.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'

/** The text of a message, or its parts if there are any besides text. Then `text` is empty. */
export interface MessageContent {
  readonly text: string
  readonly parts?: readonly MessagePart[] | undefined
}

const blankLine = '\n\n'
/**
 * The most characters of JSON that are stored of one tool call, and of all parts without text together.
 */
const longestCall = 2_000
const longestParts = 32_000
/** The most characters of a text in a call that is too long. */
const longestText = 200

/** The names of the kit's tools on the wire. Other tools keep their own names. */
const words: Readonly<Record<string, string>> = {
  search_knowledge: 'searched_knowledge',
  request_handoff: 'handoff_requested',
  offer_meeting: 'booking_offered',
}

/** Converts a text to a part. */
export function textPart(text: string): MessagePart {
  return { type: 'text', text }
}

/** The text of some parts: their blocks, joined by blank lines. */
export function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(blankLine)
}

/** The parts of a message. */
export function partsOf({ parts, text }: MessageContent): readonly MessagePart[] {
  return parts ?? (text === '' ? [] : [textPart(text)])
}

/**
 * The form in which parts are stored: parts with only text become text, and calls that are too long are
 * cut.
 */
export function storedParts(parts: readonly MessagePart[]): MessageContent {
  if (parts.every(({ type }) => type === 'text')) return { text: textOf(parts) }
  let left = longestParts
  const stored = parts.flatMap((part): MessagePart[] => {
    if (part.type === 'text') return [part]
    const short = part.type === 'tool' ? shortCall(part) : part
    left -= JSON.stringify(short).length
    return left < 0 ? [] : [short]
  })
  return { text: '', parts: stored }
}

/**
 * The actions of the tools in some parts, by their names in answers. Only successful calls count.
 */
export function toolWords(parts: readonly MessagePart[]): string[] {
  const done = parts.filter((part) => part.type === 'tool' && part.output !== undefined)
  const names = done.map((part) => (part.type === 'tool' ? part.name : ''))
  return [...new Set(names)].flatMap((name) => (name === 'save_lead' ? [] : (words[name] ?? name)))
}

function shortCall({ input, output, ...call }: ToolPart): ToolPart {
  const inputs = shortValue(input)
  return output === undefined
    ? { ...call, input: inputs }
    : { ...call, input: inputs, output: shortValue(output) }
}

/** Writes a value as JSON of a bounded length, with its texts cut. Null if that is still too long. */
export function shortValue(value: unknown): unknown {
  const json = jsonOf(value)
  if (json.length <= longestCall) return JSON.parse(json)
  const short = jsonOf(value, longestText)
  return short.length <= longestCall ? JSON.parse(short) : null
}

function jsonOf(value: unknown, longest = longestCall): string {
  try {
    const json = JSON.stringify(value ?? null, (_name, member: unknown) =>
      typeof member === 'string' ? storableText(firstCharacters(member, longest)) : member,
    )
    return json ?? 'null'
  } catch {
    // A host's tool may return values that are not JSON.
    return 'null'
  }
}

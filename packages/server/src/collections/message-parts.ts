import type { MessagePart, ToolPart } from '../ports/agent.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'

/** The content of a message: its text or, if a part is not text, its parts and an empty `text`. */
export interface MessageContent {
  readonly text: string
  readonly parts?: readonly MessagePart[] | undefined
}

const blankLine = '\n\n'
/** The maximum length of the stored JSON of a tool call's input or output. */
const longestValue = 2_000
/** The maximum length of the stored JSON of all parts of a message that are not text. */
const longestParts = 32_000
/** The maximum length of each text in an input or output that is too long. */
const longestText = 200

/** The names under which a message lists calls of these tools. The host's tools keep their own names. */
const actionNames: Readonly<Record<string, string>> = {
  search_knowledge: 'searched_knowledge',
  request_handoff: 'handoff_requested',
  offer_meeting: 'booking_offered',
}

export function textPart(text: string): MessagePart {
  return { type: 'text', text }
}

/** The texts of some parts, joined by blank lines. */
export function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(blankLine)
}

export function partsOf({ parts, text }: MessageContent): readonly MessagePart[] {
  return parts ?? (text === '' ? [] : [textPart(text)])
}

/**
 * The form in which parts are stored. If all are text, they become one text. Otherwise, long inputs and
 * outputs of tools are cut. Once the parts that are not text exceed `longestParts` together, the rest of
 * them are dropped.
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

/** The names of the actions in some parts. Calls without an output and calls of `save_lead` are left out. */
export function actionNamesOf(parts: readonly MessagePart[]): string[] {
  const calls = parts.filter((part) => part.type === 'tool')
  const names = calls.flatMap(({ name, output }) => (output === undefined ? [] : name))
  return [...new Set(names)].flatMap((name) =>
    name === 'save_lead' ? [] : (actionNames[name] ?? name),
  )
}

function shortCall({ input, output, ...call }: ToolPart): ToolPart {
  const short = { ...call, input: shortValue(input) }
  return output === undefined ? short : { ...short, output: shortValue(output) }
}

/** Cuts the texts of a value so that its JSON has a bounded length. Null if the JSON is still too long. */
export function shortValue(value: unknown): unknown {
  const json = jsonOf(value)
  if (json.length <= longestValue) return JSON.parse(json)
  const short = jsonOf(value, longestText)
  return short.length <= longestValue ? JSON.parse(short) : null
}

function jsonOf(value: unknown, longest = longestValue): string {
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

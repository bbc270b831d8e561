/** A list that is read while its answer is sent, so that other work does not wait for the whole list. */
export class PagedList<Item> {
  /** Reads the list from its start, a page at a time. */
  readonly pages: () => AsyncIterable<readonly Item[]>
  /** Whether every item is complete. Otherwise an item may contain parts that are read later. */
  readonly hasWholeItems: boolean

  constructor(pages: () => AsyncIterable<readonly Item[]>, { hasWholeItems = false } = {}) {
    this.pages = pages
    this.hasWholeItems = hasWholeItems
  }
}

/** A value that is known only after the lists before it have been read. */
export class LaterValue<Value> {
  readonly read: () => Value

  constructor(read: () => Value) {
    this.read = read
  }
}

type JsonPrimitive = string | number | boolean | null | undefined

/** A value in which each list may be a {@link PagedList}, and each primitive a {@link LaterValue}. */
export type WithPagedLists<Value> = [Value] extends [JsonPrimitive]
  ? Value | LaterValue<Value>
  : PagedPart<Value>

type PagedPart<Value> = Value extends JsonPrimitive
  ? Value
  : Value extends readonly (infer Item)[]
    ? Value | PagedList<WithPagedLists<Item>>
    : { readonly [Key in keyof Value]: WithPagedLists<Value[Key]> }

/** An answer that is written while its lists are read. The text is the same as for the whole value. */
export class JsonStream<Value> {
  readonly value: WithPagedLists<Value>

  constructor(value: WithPagedLists<Value>) {
    this.value = value
  }
}

/**
 * How many characters of a long answer are written and sent at a time. They stay in memory until the
 * client has read them.
 */
export const pieceLength = 65_536

/** Writes a value as JSON, in pieces of a page each, or of about {@link pieceLength} if a page is longer. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (value instanceof LaterValue) {
    yield JSON.stringify(value.read())
  } else if (value instanceof PagedList) {
    let separator = '['
    for await (const page of value.pages()) {
      let text = ''
      for (const item of page) {
        text += separator
        separator = ','
        const isPaged = !value.hasWholeItems && hasPages(item)
        if (!isPaged) text += JSON.stringify(item)
        if (!isPaged && text.length < pieceLength) continue
        yield text
        text = ''
        if (isPaged) yield* jsonPieces(item)
      }
      yield text
    }
    yield separator === '[' ? '[]' : ']'
  } else if (hasPages(value)) {
    let text = ''
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      text += `${separator}${JSON.stringify(name)}:`
      separator = ','
      if (member instanceof LaterValue) text += JSON.stringify(member.read())
      else if (!hasPages(member)) text += JSON.stringify(member)
      else {
        yield text
        text = ''
        yield* jsonPieces(member)
      }
    }
    yield `${text}}`
  } else {
    yield JSON.stringify(value)
  }
}

/** Whether a value is or contains a part that is read later. Arrays are not searched. */
function hasPages(value: unknown): value is object {
  if (value instanceof PagedList || value instanceof LaterValue) return true
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).some(hasPages)
}

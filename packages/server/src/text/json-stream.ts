/** A list in an answer that is read while it is sent, so that other work does not wait for all of it. */
export class PagedList<Item> {
  /** Reads the list from its start, a page at a time. */
  readonly pages: () => AsyncIterable<readonly Item[]>

  constructor(pages: () => AsyncIterable<readonly Item[]>) {
    this.pages = pages
  }
}

/** A value of an answer that is known once the lists before it are read. */
export class Later<Value> {
  readonly read: () => Value

  constructor(read: () => Value) {
    this.read = read
  }
}

type Plain = string | number | boolean | null | undefined

/**
 * A value of an answer in which any list may be a {@link PagedList}, and what follows one may be read
 * {@link Later}.
 */
export type WithPagedLists<Value> = [Value] extends [Plain]
  ? Value | Later<Value>
  : PagedPart<Value>

type PagedPart<Value> = Value extends Plain
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly WithPagedLists<Item>[] | PagedList<WithPagedLists<Item>>
    : { readonly [Key in keyof Value]: WithPagedLists<Value[Key]> }

/** An answer that is written while its lists are read; the text is that of the whole value. */
export class JsonStream<Value> {
  readonly value: WithPagedLists<Value>
  /** About how many bytes of it are in memory at once. */
  readonly bytes: number | undefined

  constructor(value: WithPagedLists<Value>, bytes?: number) {
    this.value = value
    this.bytes = bytes
  }
}

/**
 * How much text of a long answer is written and sent at a time. A reader that takes nothing is waited
 * for: until then, all that was written for it is kept.
 */
export const pieceLength = 65_536

/** The JSON text of a value with paged lists, in pieces of a page each, or of 64 KB where it is longer. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (value instanceof Later) {
    yield JSON.stringify(value.read())
  } else if (value instanceof PagedList) {
    let separator = '['
    for await (const page of value.pages()) {
      let text = ''
      for (const item of page) {
        text += separator
        separator = ','
        const isPaged = hasPages(item)
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
    let separator = '{'
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(key)}:`
      yield* jsonPieces(member)
      separator = ','
    }
    yield '}'
  } else {
    yield JSON.stringify(value)
  }
}

/** Whether a value is or has a part that is read later. A list that is not paged has none in its items. */
function hasPages(value: unknown): value is object {
  if (value instanceof PagedList || value instanceof Later) return true
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).some(hasPages)
}

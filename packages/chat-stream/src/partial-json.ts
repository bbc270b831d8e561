interface Frame {
  readonly container: unknown[] | Record<string, unknown>
  /** The characters that may come first and after each comma; the last one closes the structure. */
  readonly first: string
  /** In an object, the name of the member whose value comes next. */
  name: string
}

const VALUE = '"{[-0123456789tfn'
const NAME = '"}'

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings
const stringStop = /["\\\u0000-\u001f]/g

function put({ container, name }: Omit<Frame, 'first'>, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  else if (name !== '__proto__') container[name] = value
}

/** Completes a partial literal; a partial number ends at its last digit. */
function completeScalar(text: string): unknown {
  const literal = ['true', 'false', 'null'].find((word) => word.startsWith(text))
  const complete = literal ?? text.replace(/\D+$/, '')
  return complete === '' ? undefined : JSON.parse(complete)
}

/**
 * Creates a reader of JSON that arrives in pieces. It has a value at any time, and reads each character
 * once.
 */
export function createPartialJson() {
  const frames: Frame[] = []
  // The characters that may come next, besides white space: none after the value or after invalid text.
  let expected = VALUE
  let root: unknown
  let string: string | undefined
  let pendingEscape = ''
  let scalar = ''

  const open = (container: Frame['container'], first: string) => {
    frames.push({ container, first, name: '' })
    expected = first
  }

  const add = (value: unknown) => {
    const frame = frames.at(-1)
    if (frame) put(frame, value)
    else root = value
    expected = frame ? `,${frame.first.at(-1)}` : ''
  }

  const readString = (text: string, start: number) => {
    stringStop.lastIndex = start
    const end = stringStop.exec(text)?.index ?? text.length
    const content = string + text.slice(start, end)
    string = content
    const stop = text.charAt(end)
    if (stop === '\\') pendingEscape = stop
    else if (stop === '"') {
      string = undefined
      const frame = frames.at(-1)
      if (frame && expected === NAME) {
        frame.name = content
        expected = ':'
      } else add(content)
    } else if (stop) expected = ''
    return end + 1
  }

  const readEscape = (character: string) => {
    pendingEscape += character
    if (pendingEscape.length < (pendingEscape[1] === 'u' ? 6 : 2)) return
    string += JSON.parse(`"${pendingEscape}"`)
    pendingEscape = ''
  }

  const readStructure = (character: string) => {
    if (!expected.includes(character)) expected = ''
    else if (character === '"') string = ''
    else if (character === '{') open({}, NAME)
    else if (character === '[') open([], `${VALUE}]`)
    else if (character === ':') expected = VALUE
    else if (character === ',') expected = frames.at(-1)?.first ?? ''
    else if (character === '}' || character === ']') add(frames.pop()?.container)
    else scalar = character
  }

  /** Reads from an index, and returns the index to continue at. */
  const readFrom = (text: string, index: number): number => {
    const character = text.charAt(index)
    if (pendingEscape) readEscape(character)
    else if (string !== undefined) return readString(text, index)
    else if (scalar && /[-+.\w]/.test(character)) scalar += character
    else if (scalar) {
      add(JSON.parse(scalar))
      scalar = ''
      return index
    } else if (!/[ \t\n\r]/.test(character)) readStructure(character)
    return index + 1
  }

  return {
    push(text: string) {
      let index = 0
      try {
        while (index < text.length && expected) index = readFrom(text, index)
      } catch {
        expected = ''
      }
    },
    /**
     * The value of the text so far. Open strings, arrays and objects end where the text ends; a partial
     * literal is completed; a member without its value is omitted. Text after a complete value is
     * ignored. Undefined before the first value, and once an error in the JSON is noticed. A comma may
     * come before the end of an array or object. A complete array or object is the same in every call.
     */
    value(): unknown {
      if (!expected) return root
      let value: unknown
      try {
        if (string !== undefined && expected !== NAME) value = string
        else if (scalar) value = completeScalar(scalar)
      } catch {
        return undefined
      }
      for (const { container, name } of frames.toReversed()) {
        const copy = Array.isArray(container) ? [...container] : { ...container }
        if (value !== undefined) put({ container: copy, name }, value)
        value = copy
      }
      return value
    },
  }
}

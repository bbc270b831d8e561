/** Reads JSON that arrives in pieces: at any time it can tell the value so far. */
export interface PartialJson {
  push: (text: string) => void
  /**
   * The value so far: open strings, arrays and objects end where the text ends, a begun literal is
   * completed, a key without its value is left out. Undefined before the first value and for text that is
   * not JSON. What is complete in it is shared between calls.
   */
  value: () => unknown
}

interface Frame {
  readonly container: unknown[] | Record<string, unknown>
  /** In an object, the key whose value comes next. */
  key: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings
const stringStop = /["\\\u0000-\u001f]/g

function put({ container, key }: Frame, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  else if (key !== '__proto__') container[key] = value
}

/** A begun literal counts as the whole one, a number up to its last digit. */
function completeScalar(text: string): unknown {
  const literal = ['true', 'false', 'null'].find((word) => word.startsWith(text))
  const complete = literal ?? text.replace(/\D+$/, '')
  return complete === '' ? undefined : JSON.parse(complete)
}

/** Creates a reader of JSON in pieces. It looks at each character once, so its cost is linear. */
export function createPartialJson(): PartialJson {
  const frames: Frame[] = []
  let expected: 'value' | 'key' | 'colon' | 'comma' | 'end' | 'invalid' = 'value'
  let root: unknown
  let string: string | undefined
  let pendingEscape = ''
  let scalar = ''

  const add = (value: unknown) => {
    const frame = frames.at(-1)
    if (frame) put(frame, value)
    else root = value
    expected = frame ? 'comma' : 'end'
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
      if (frame && expected === 'key') {
        frame.key = content
        expected = 'colon'
      } else add(content)
    } else if (stop) expected = 'invalid'
    return end + 1
  }

  const readEscape = (character: string) => {
    pendingEscape += character
    if (pendingEscape.length < (pendingEscape[1] === 'u' ? 6 : 2)) return
    string += JSON.parse(`"${pendingEscape}"`)
    pendingEscape = ''
  }

  const readStructure = (character: string) => {
    const frame = frames.at(-1)
    const inArray = Array.isArray(frame?.container)
    const first = inArray ? 'value' : 'key'
    if (character === '"' && (expected === 'value' || expected === 'key')) string = ''
    else if (expected === 'value' && /[-\dtfn]/.test(character)) scalar = character
    else if (expected === 'value' && (character === '{' || character === '[')) {
      frames.push({ container: character === '[' ? [] : {}, key: '' })
      expected = character === '[' ? 'value' : 'key'
    } else if (
      frame &&
      character === (inArray ? ']' : '}') &&
      (expected === 'comma' || expected === first)
    ) {
      frames.pop()
      add(frame.container)
    } else if (character === ',' && expected === 'comma') expected = first
    else if (character === ':' && expected === 'colon') expected = 'value'
    else expected = 'invalid'
  }

  /** Reads on at an index and returns the next one. */
  const step = (text: string, index: number): number => {
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
    push(text) {
      let index = 0
      try {
        while (index < text.length && expected !== 'end' && expected !== 'invalid')
          index = step(text, index)
      } catch {
        expected = 'invalid'
      }
    },
    value() {
      if (expected === 'end' || expected === 'invalid') return expected === 'end' ? root : undefined
      let value: unknown
      try {
        if (string !== undefined && expected !== 'key') value = string
        else if (scalar) value = completeScalar(scalar)
      } catch {
        return undefined
      }
      for (const { container, key } of frames.toReversed()) {
        const copy = Array.isArray(container) ? [...container] : { ...container }
        if (value !== undefined) put({ container: copy, key }, value)
        value = copy
      }
      return value
    },
  }
}

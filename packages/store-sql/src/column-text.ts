// The characters that UTF-8 or PostgreSQL cannot store (NUL, half a surrogate pair), and the two
// characters that start an escape: U+0001 just above NUL and U+D7FF just below the surrogates, so that
// escaped text sorts like the original.
const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the point
  /[\u0000\u0001\ud7ff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the point
const escaped = /\u0001[\u0001\u0002]|\ud7ff(?:\u0001|\u0002([0-9a-f]{4}))/g

/**
 * The text that a database stores for an id or a column. Any string has such a text, no two strings have
 * the same one, and the texts sort like the strings.
 */
export function encodeText(text: string): string {
  return text.replace(special, escapeOf)
}

/** The reverse of {@link encodeText}. */
export function decodeText(text: string): string {
  return text.replace(escaped, restore)
}

const escapes = new Map([
  ['\u0000', '\u0001\u0001'],
  ['\u0001', '\u0001\u0002'],
  ['\ud7ff', '\ud7ff\u0001'],
])
const characters = new Map([...escapes].map(([character, sequence]) => [sequence, character]))

function escapeOf(character: string): string {
  return escapes.get(character) ?? `\ud7ff\u0002${character.charCodeAt(0).toString(16)}`
}

function restore(sequence: string, surrogate: string | undefined): string {
  if (surrogate) return String.fromCharCode(Number.parseInt(surrogate, 16))
  return characters.get(sequence) ?? sequence
}

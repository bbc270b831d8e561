/**
 * Counts characters as the limits of the API do: a surrogate pair is one character, although it is two
 * code units in JavaScript.
 */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}

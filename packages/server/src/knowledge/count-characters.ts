/**
 * How many characters a text has, as the limits of the API count them: one beyond the basic plane
 * is one character, not the two code units that JavaScript keeps it in.
 */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}

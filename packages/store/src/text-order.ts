/**
 * Compares two strings by Unicode code point, which is the byte order of their UTF-8 form and so the
 * order of a database's binary collation. (`<` compares UTF-16 units: it puts emoji before the
 * characters from U+E000 to U+FFFF.)
 */
export function compareText(left: string, right: string): number {
  if (left === right) return 0
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at += 1) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) {
      const start = at - (splitsPair(left, at) || splitsPair(right, at) ? 1 : 0)
      return (left.codePointAt(start) ?? 0) - (right.codePointAt(start) ?? 0)
    }
  }
  return left.length - right.length
}

/** Whether `at` is the second half of a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

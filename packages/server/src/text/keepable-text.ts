/**
 * A text without what no store can keep: NUL, which PostgreSQL does not take, and halves of
 * surrogate pairs, which have no UTF-8.
 */
export function keepableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')
}

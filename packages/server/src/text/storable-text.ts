/**
 * Removes NUL, which PostgreSQL refuses, and replaces unpaired surrogates, which UTF-8 cannot encode.
 * Every store can keep the result.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** Whether a value is one of some words. */
export function isOneOf(
  value: string | null | undefined,
  ...words: readonly (string | null | undefined)[]
): boolean {
  return words.includes(value)
}

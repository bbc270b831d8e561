/** The first `count` characters of a text, as the API's limits count them. No character is split. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

/** The start of a text: as many characters as the limits of the API count, none of them halved. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

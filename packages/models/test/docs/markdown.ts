/** A Markdown table. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '-')), ...body.map(line)].join('\n')
}

/** A word of code. */
export const code = (word: string): string => `\`${word}\``

/** Several words of code. */
export const codes = (words: readonly string[]): string => words.map(code).join(', ')

/** The anchor that GitHub gives a heading. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

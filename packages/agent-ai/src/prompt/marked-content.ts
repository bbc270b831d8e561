export type Mark = 'hints' | 'passage' | 'result' | 'transcript'

const anyMark = /<(?=\s*\/?\s*(?:hints|passage|result|transcript)\b)/gi

/** Puts content between marks that the content itself cannot close or open. */
export function marked(
  mark: Mark,
  content: string,
  facts: Readonly<Record<string, string | number | null>> = {},
): string {
  const attributes = Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${withoutMarks(String(value)).replace(/["\n\r]/g, "'")}"`)
  return `<${mark}${attributes.join('')}>\n${withoutMarks(content)}\n</${mark}>`
}

/** Makes every mark in a text harmless. */
export function withoutMarks(text: string): string {
  return text.replace(anyMark, '‹')
}

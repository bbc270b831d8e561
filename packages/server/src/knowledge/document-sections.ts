import type { PageSection } from '../ports/crawler.ts'

/** A part of a document: the text under one heading. */
export interface Section {
  /** The headings above the text, the outermost first. */
  readonly path: readonly string[]
  readonly text: string
}

/** The most headings in the path of a section. If there are more, the outermost ones are dropped. */
const mostHeadings = 4
const longestHeading = 120

/** The sections of a page. Each heading starts a section, whatever its level. */
export function sectionsOfPage(sections: readonly PageSection[]): Section[] {
  return sections.map(({ heading, text }) => {
    const name = heading?.trim() ?? ''
    // A longer heading is a paragraph with the wrong markup.
    if (name.length > longestHeading) return { path: [], text: `${name}\n\n${text}` }
    return { path: name === '' ? [] : [name], text }
  })
}

/**
 * The sections of a document in Markdown or plain text. In plain text, a short line between blank lines
 * is a heading if it has no punctuation and text follows it.
 */
export function sectionsOfText(text: string): Section[] {
  const lines = text.split(/\r\n|\r|\n/)
  const isMarkdown = lines.some((line) => hashes.test(line))
  const sections: { path: readonly string[]; lines: string[] }[] = [{ path: [], lines: [] }]
  let open: { readonly level: number; readonly name: string }[] = []
  let fence: string | null = null
  const begin = (level: number, name: string) => {
    open = [...open.filter((other) => other.level < level), { level, name }]
    sections.push({ path: open.slice(-mostHeadings).map((other) => other.name), lines: [] })
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null
    const isCode = fence !== null || mark !== null
    const [level, name] = isCode ? [0, ''] : headingAt(lines, at, isMarkdown)
    if (level === 0) sections.at(-1)?.lines.push(line)
    else begin(level, name)
    if (level > 0 && isUnderline(lines[at + 1])) at += 1
  }
  return sections.map(({ path, lines }) => ({ path, text: lines.join('\n') }))
}

const hashes = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/

/** The level and the name of a heading line; level 0 if the line is not a heading. */
function headingAt(lines: readonly string[], at: number, isMarkdown: boolean): [number, string] {
  const line = (lines[at] ?? '').trim()
  if (line === '' || line.length > longestHeading) return [0, '']
  const marked = hashes.exec(line)
  if (marked) return [marked[1]?.length ?? 1, (marked[2] ?? '').replace(/[ \t]+#+$/, '')]
  if (isUnderline(lines[at + 1])) return [lines[at + 1]?.trim().startsWith('=') ? 1 : 2, line]
  const isAlone = (lines[at - 1] ?? '').trim() === ''
  if (!isAlone) return [0, '']
  const bold = /^\*\*([^*]+)\*\*:?$/.exec(line)?.[1]
  if (bold !== undefined) return [6, bold]
  if (isMarkdown || (lines[at + 1] ?? '').trim() !== '') return [0, '']
  const isTitle =
    line.length <= 60 && /^\p{L}[^.!?;,:|]*$/u.test(line) && isText(lines[at + 2] ?? '')
  return isTitle ? [line === line.toUpperCase() ? 1 : 2, line] : [0, '']
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}(?:={3,}|-{3,})[ \t]*$/.test(line)
}

/** Whether a line is text and not a heading: it is long, or has punctuation. */
function isText(line: string): boolean {
  return line.trim().length > 60 || /[.!?;,:|]/.test(line)
}

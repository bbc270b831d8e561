import type { PageSection } from '../../ports/crawler.ts'

/** The distance between two lines: 1 for adjacent lines, 2 for a blank line between them. */
type Gap = 1 | 2

// These characters have no width, and would split words in the search.
const invisible = /(?![\t\n\f\r])\p{Cc}|[\u00AD\u200B\u2060\uFEFF]/gu

/** Removes invisible characters, such as control characters and soft hyphens. */
export function visibleText(text: string): string {
  return text.replace(invisible, '')
}

/** Builds the sections of a page from pieces of text, in linear time. */
export function createPageWriter() {
  const sections: PageSection[] = []
  let section: { heading: string | null; readonly parts: string[] } = { heading: null, parts: [] }
  let line: string[] = []
  let endsInSpace = true
  let preserved = false
  let gap: Gap = 2
  let mark = ''

  function takeLine(): string {
    const text = line.join('')
    const taken = preserved ? text.replace(/^\n+/, '').trimEnd() : text.trim()
    line = []
    endsInSpace = true
    preserved = false
    return taken
  }

  /** Ends the current line. The gap before the next line is `next` or larger. */
  function end(next: Gap): void {
    const text = takeLine()
    if (text !== '') {
      const { parts } = section
      parts.push(parts.length === 0 ? '' : '\n'.repeat(gap), mark, text)
      mark = ''
      gap = next
    } else if (next > gap) {
      gap = next
    }
  }

  function closeSection(): void {
    const { heading, parts } = section
    if (heading !== null || parts.length > 0) sections.push({ heading, text: parts.join('') })
  }

  return {
    end,
    /** Appends to the current line. Collapses white space, unless `preserve` is true. */
    write(text: string, preserve = false): void {
      const visible = visibleText(text)
      if (preserve) {
        preserved = true
        line.push(visible)
        return
      }
      const collapsed = visible.replace(/\s+/g, ' ')
      const piece = endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
      if (piece === '') return
      line.push(piece)
      endsInSpace = piece.endsWith(' ')
    },
    /** Separates the next text from the text before it. */
    space(): void {
      if (!endsInSpace) line.push(' ')
      endsInSpace = true
    },
    /** Begins the next line with a mark, such as the mark of a list item. */
    mark(text: string): void {
      mark = text
    },
    /** Whether the current line has text. */
    hasLine: () => line.length > 0,
    /** Begins a heading, which `endHeading` ends. */
    beginHeading(): void {
      end(2)
      mark = ''
    },
    endHeading(): void {
      const text = takeLine()
      if (text === '') return
      // Adjacent headings, such as a title and its subtitle, become one.
      const { heading, parts } = section
      if (heading !== null && parts.length === 0) {
        section.heading = `${heading}\n${text}`
        return
      }
      closeSection()
      section = { heading: text, parts: [] }
    },
    /** Ends the page and returns its sections. */
    finish(): readonly PageSection[] {
      end(2)
      closeSection()
      return sections
    },
  }
}

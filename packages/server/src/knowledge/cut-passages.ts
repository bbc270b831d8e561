import type { Section } from './document-sections.ts'

/** A piece of a document or page that a search finds. */
export interface PassageText {
  /** The heading above the passage; null without one. */
  readonly heading: string | null
  /** The headings above that one, the outermost first, joined by ` › `; null without one. */
  readonly above: string | null
  readonly text: string
}

/** The headings of a passage, joined; null if it has none. */
export function headingsOf({
  heading = null,
  above = null,
}: Partial<Pick<PassageText, 'heading' | 'above'>>): string | null {
  return above === null || heading === null ? heading : `${above}${separator}${heading}`
}

const shortCharacters = 200
/** If there are no more passages than this, even a very short section stays a passage of its own. */
const mostUnjoinedPassages = 300
const separator = ' › '

/**
 * Cuts sections into passages to search. A passage does not cross a heading, because it is understood
 * together with its heading. If there are more than 300 passages, short ones are joined with the next
 * ones, and the text of every passage then begins with its headings.
 */
export function cutPassages(sections: readonly Section[]): PassageText[] {
  const pieces = sections.flatMap((section, at) =>
    onlyGroups(section, sections[at + 1]) ? [] : cutSection(section),
  )
  if (pieces.length <= mostUnjoinedPassages) return pieces
  const passages: PassageText[] = []
  for (const piece of pieces) {
    const last = passages.at(-1)
    const joined = last && `${last.text}\n\n${textWithHeadings(piece)}`
    if (
      last &&
      joined &&
      last.text.length < shortCharacters &&
      joined.length <= maxPassageCharacters
    ) {
      passages[passages.length - 1] = { heading: null, above: null, text: joined }
    } else {
      passages.push({ heading: null, above: null, text: textWithHeadings(piece) })
    }
  }
  return passages
}

/** Whether a section has no text and only groups the sections below it. */
function onlyGroups({ path, text }: Section, next: Section | undefined): boolean {
  return text.trim() === '' && next !== undefined && next.path.includes(path.at(-1) ?? '')
}

function textWithHeadings(piece: PassageText): string {
  const headings = headingsOf(piece)
  return headings === null ? piece.text : `${headings}\n\n${piece.text}`
}

function cutSection({ path, text }: Section): PassageText[] {
  const headingFields = (headings: readonly string[]) => ({
    heading: headings.at(-1) ?? null,
    above: headings.slice(0, -1).join(separator) || null,
  })
  const passages = cutText(text)
  const name = path.at(-1)
  // The heading itself can be the information, such as a phone number or a notice.
  if (passages.length === 0 && name !== undefined) {
    return [{ ...headingFields(path.slice(0, -1)), text: name }]
  }
  return passages.map((passage) => ({ ...headingFields(path), text: passage }))
}

/** The maximum length of a passage, without the headings that are added to its text. */
const maxPassageCharacters = 900

/** Matches the pieces of a long sentence. No piece ends inside a surrogate pair. */
const sentencePiece = new RegExp(`.{1,${maxPassageCharacters}}`, 'gsu')

/** Cuts a text into passages: joins short paragraphs, and splits long ones between sentences. */
export function cutText(text: string): string[] {
  return joinShort(text.split(/\n\s*\n/).flatMap(splitLong), '\n\n')
}

function splitLong(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= maxPassageCharacters) return text ? [text] : []
  return joinShort(
    text.split(/(?<=[.!?])\s+/).flatMap((sentence) => sentence.match(sentencePiece) ?? []),
    ' ',
  )
}

function joinShort(pieces: readonly string[], separator: string): string[] {
  const passages: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (current && current.length + separator.length + piece.length > maxPassageCharacters) {
      passages.push(current)
      current = ''
    }
    current = current ? `${current}${separator}${piece}` : piece
  }
  if (current) passages.push(current)
  return passages
}

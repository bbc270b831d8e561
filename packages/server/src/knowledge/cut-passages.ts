import { cutText, targetCharacters } from './cut-text.ts'
import type { Section } from './sections.ts'

/** A piece of a document or page that a search finds. */
export interface PassageText {
  /** The heading it stands under; null without. */
  readonly heading: string | null
  /** The headings above that one, the outermost first, with ` › ` between them; null without. */
  readonly above: string | null
  readonly text: string
}

/** The headings of a passage in one text; null without. */
export function headingsOf({
  heading = null,
  above = null,
}: Partial<Pick<PassageText, 'heading' | 'above'>>): string | null {
  return above === null || heading === null ? heading : `${above}${separator}${heading}`
}

const shortCharacters = 200
/** Sections of a document that are passages of their own, however short they are. */
const mostShort = 300
const separator = ' › '

/**
 * Cuts sections into passages to search. None goes beyond a heading, so that each is understood with the
 * one it stands under; only in a document of very many headings, what is very short goes along with what
 * follows, each with its heading.
 */
export function cutPassages(sections: readonly Section[]): PassageText[] {
  const pieces = sections.flatMap((section, at) =>
    isOver(section, sections[at + 1]) ? [] : cutSection(section),
  )
  if (pieces.length <= mostShort) return pieces
  const passages: PassageText[] = []
  for (const piece of pieces) {
    const last = passages.at(-1)
    const joined = last && `${last.text}\n\n${spelledOut(piece)}`
    if (last && joined && last.text.length < shortCharacters && joined.length <= targetCharacters) {
      passages[passages.length - 1] = { heading: null, above: null, text: joined }
    } else {
      passages.push({ heading: null, above: null, text: spelledOut(piece) })
    }
  }
  return passages
}

/** Whether a section has nothing but its heading, and those under it have that above theirs. */
function isOver({ path, text }: Section, next: Section | undefined): boolean {
  return text.trim() === '' && next !== undefined && next.path.includes(path.at(-1) ?? '')
}

function spelledOut(piece: PassageText): string {
  const headings = headingsOf(piece)
  return headings === null ? piece.text : `${headings}\n\n${piece.text}`
}

function cutSection({ path, text }: Section): PassageText[] {
  const headed = (headings: readonly string[]) => ({
    heading: headings.at(-1) ?? null,
    above: headings.slice(0, -1).join(separator) || null,
  })
  const passages = cutText(text)
  const name = path.at(-1)
  // A heading without text may be all that is said of something: a phone number, a notice.
  if (passages.length === 0 && name !== undefined) {
    return [{ ...headed(path.slice(0, -1)), text: name }]
  }
  return passages.map((passage) => ({ ...headed(path), text: passage }))
}

import type { PageSection } from '../ports/crawler.ts'
import { chunkText, targetCharacters } from './chunk.ts'

const shortCharacters = 200

/**
 * Cuts a page into passages to search. Each begins with its heading, so a search finds it by the
 * heading and a reader understands it alone. Very short passages join the next one.
 */
export function chunkSections(sections: readonly PageSection[]): string[] {
  const passages: string[] = []
  for (const piece of sections.flatMap(cutSection)) {
    const last = passages.at(-1)
    const fits = last !== undefined && last.length + piece.length + 2 <= targetCharacters
    if (fits && last.length < shortCharacters) {
      passages[passages.length - 1] = `${last}\n\n${piece}`
    } else {
      passages.push(piece)
    }
  }
  return passages
}

function cutSection({ heading, text }: PageSection): string[] {
  if (heading === null) return chunkText(text)
  // A heading this long is really a paragraph.
  if (heading.length > shortCharacters) return chunkText(`${heading}\n\n${text}`)
  const passages = chunkText(text)
  if (passages.length === 0) return chunkText(heading)
  return passages.map((passage) => `${heading}\n\n${passage}`)
}

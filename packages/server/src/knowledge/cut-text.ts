/** The most UTF-16 characters of a passage. */
export const targetCharacters = 900

const hardPiece = new RegExp(`.{1,${targetCharacters}}`, 'gsu')

/**
 * Cuts a text into passages to search: joins short paragraphs, and splits long ones between sentences.
 */
export function cutText(text: string): string[] {
  return joinShort(text.split(/\n\s*\n/).flatMap(splitLong), '\n\n')
}

function splitLong(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= targetCharacters) return text ? [text] : []
  return joinShort(text.split(/(?<=[.!?])\s+/).flatMap(cutHard), ' ')
}

/** Splits a sentence between characters, never inside a surrogate pair. */
function cutHard(sentence: string): string[] {
  return sentence.match(hardPiece) ?? []
}

function joinShort(pieces: readonly string[], separator: string): string[] {
  const passages: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (current && current.length + separator.length + piece.length > targetCharacters) {
      passages.push(current)
      current = ''
    }
    current = current ? `${current}${separator}${piece}` : piece
  }
  if (current) passages.push(current)
  return passages
}

/** How long a passage gets. */
export const targetCharacters = 900

const hardPiece = new RegExp(`.{1,${targetCharacters}}`, 'gsu')

/**
 * Cuts a text into passages to search: paragraphs, joined while they are short and split at
 * sentences where they are long.
 */
export function chunkText(text: string): string[] {
  return joinShort(text.split(/\n\s*\n/).flatMap(splitLong), '\n\n')
}

function splitLong(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= targetCharacters) return text ? [text] : []
  return joinShort(text.split(/(?<=[.!?])\s+/).flatMap(cutHard), ' ')
}

/** Between characters, never inside of one that takes two code units. */
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

/** How long a passage gets. */
export const targetCharacters = 900

const hardPiece = new RegExp(`.{1,${targetCharacters}}`, 'gsu')

/**
 * Cuts a text into passages to search: paragraphs, joined while they are short and split at
 * sentences where they are long.
 */
export function chunkText(text: string): string[] {
  const passages: string[] = []
  let current = ''
  for (const piece of text.split(/\n\s*\n/).flatMap(splitLong)) {
    if (current && current.length + piece.length + 2 > targetCharacters) {
      passages.push(current)
      current = ''
    }
    current = current ? `${current}\n\n${piece}` : piece
  }
  if (current) passages.push(current)
  return passages
}

function splitLong(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= targetCharacters) return text ? [text] : []
  const pieces: string[] = []
  let current = ''
  for (const sentence of text.split(/(?<=[.!?])\s+/).flatMap(cutHard)) {
    if (current && current.length + sentence.length + 1 > targetCharacters) {
      pieces.push(current)
      current = ''
    }
    current = current ? `${current} ${sentence}` : sentence
  }
  pieces.push(current)
  return pieces
}

/** Between characters, never inside of one that takes two code units. */
function cutHard(sentence: string): string[] {
  return sentence.match(hardPiece) ?? []
}

// Beyond this, more words change neither the cost much nor the answer.
const maxWords = 64

/** The words that are searched for where a person typed a text, each once. */
export function searchWords(text: string): string[] {
  return [...new Set(wordsOf(text))].slice(0, maxWords)
}

/**
 * The words of a text, in their order and in the form in which case and accents no longer differ.
 * Everything that is not a letter or a digit separates words, so no operator of a database's query
 * language is ever left in them.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

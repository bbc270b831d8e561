// Beyond this, more words change neither the cost much nor the answer.
const maxWords = 64

/**
 * The words of what a person typed, each once. Everything that is not a letter or a digit
 * separates words, so no operator of a database's query language is ever left in them.
 */
export function searchWords(text: string): string[] {
  return [...new Set(splitWords(text))].slice(0, maxWords)
}

/** The words of a text, in their order. */
export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** The form of a word in which case and accents no longer differ. */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

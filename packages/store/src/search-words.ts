// More words would change the answer little.
const maxWords = 64

/** The words that a search for a text looks for, each once. */
export function searchWords(text: string): string[] {
  return [...new Set(wordsOf(text))].slice(0, maxWords)
}

/**
 * The words of a text in their order, without differences of case and accents. Everything but letters
 * and digits separates words, so no word contains an operator of a database's query language.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

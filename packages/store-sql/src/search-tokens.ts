import { wordsOf } from '@doorkit/store'

/**
 * The numbers by which the words of a text are found, each once. A number begins with bits of the
 * partition, so an index keeps the rows of each partition together. It reveals nothing of the word, as
 * an index may keep it for a while after its row was removed. If two words share a number, a search
 * reads a row for nothing: the words of each row are compared again.
 */
export function searchTokens(partition: string, text: string): number[] {
  return tokensOfWords(partition, [...new Set(wordsOf(text))])
}

/** The numbers of words, in their order. */
export function tokensOfWords(partition: string, words: readonly string[]): number[] {
  const seed = hash32(partition, 0)
  const base = (seed >>> 6) * 2 ** 27
  return words.map((word) => base + (hash32(word, seed) >>> 5))
}

/** 32 bits of a text (MurmurHash3 over UTF-16 units). */
function hash32(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) {
    let unit = Math.imul(text.charCodeAt(at), 0xcc9e2d51)
    unit = Math.imul((unit << 15) | (unit >>> 17), 0x1b873593)
    hash ^= unit
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64
  }
  hash ^= text.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * The numbers under which terms are found, in the order of the terms. A number begins with a hash of the
 * partition, so that the numbers of a partition are neighbors in the index. An index may keep a number
 * after its row is gone: the number does not contain its term, but lets somebody test a guess. If two
 * terms share a number, a search for one also reads rows with the other, but compares the terms again,
 * and leaves those rows out.
 */
export function tokensOfTerms(partition: string, terms: readonly string[]): number[] {
  const seed = hash32(partition, 0)
  const base = (seed >>> 6) * 2 ** 27
  return terms.map((term) => base + (hash32(term, seed) >>> 5))
}

/** The 32-bit hash of a text (MurmurHash3 over UTF-16 code units). */
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

/**
 * The most rounds to measure. A single round may show too much, because a busy machine collects
 * garbage late.
 */
const mostRounds = 20

/**
 * Loads a module in new processes, and an empty module in as many others. Returns the difference between
 * the least memory of both, in megabytes: as soon as it is within the limit, or after the last round.
 */
export async function leastLoadMemory(
  load: (specifier: string) => Promise<number>,
  specifier: string,
  limit: number,
): Promise<number> {
  let bare = Number.POSITIVE_INFINITY
  let loaded = bare
  for (let round = 0; round < mostRounds; round++) {
    bare = Math.min(bare, await load('./nothing.cjs'))
    loaded = Math.min(loaded, await load(specifier))
    if (loaded - bare <= limit) break
  }
  return loaded - bare
}

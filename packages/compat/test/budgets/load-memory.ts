/** How often memory is measured before it counts as too much: a busy machine collects garbage late. */
const mostRounds = 20

/**
 * Loads a module in one fresh process after another, each beside one that loads an empty module, and
 * resolves to the least memory in megabytes that it takes more, once that is within the limit.
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

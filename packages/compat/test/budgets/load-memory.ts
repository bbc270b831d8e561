/** The number of attempts to stay within a limit, because a busy machine collects garbage late. */
const mostRounds = 20

/**
 * Loads a module in new processes, each compared with a process that loads an empty module. Returns the
 * least additional memory in megabytes, as soon as it is within the limit.
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

/**
 * The most measurements to make. A single one may show too much, because a busy machine collects
 * garbage late.
 */
const mostMeasurements = 20

/**
 * Loads a module in new processes, and an empty module in as many others. Returns how much more memory
 * the module needs, in megabytes, by the least that was measured for each. Measuring ends once the
 * result is within the limit.
 */
export async function leastLoadMemory(
  load: (specifier: string) => Promise<number>,
  specifier: string,
  limit: number,
): Promise<number> {
  let bare = Number.POSITIVE_INFINITY
  let loaded = bare
  for (let count = 0; count < mostMeasurements; count++) {
    bare = Math.min(bare, await load('./nothing.cjs'))
    loaded = Math.min(loaded, await load(specifier))
    if (loaded - bare <= limit) break
  }
  return loaded - bare
}

/** What loading a module costs a process. */
export interface LoadCost {
  readonly ms: number
  readonly megabytes: number
}

/** How often it is measured before it counts as too much: a busy machine makes single runs slow. */
const mostRounds = 60

/**
 * Loads a module in one fresh process after another, each beside one that loads an empty module, and
 * resolves to the least that it costs more, once that is within the limits.
 */
export async function leastLoadCost(
  load: (specifier: string) => Promise<LoadCost>,
  specifier: string,
  limits: LoadCost,
): Promise<LoadCost> {
  let bare: LoadCost = { ms: Number.POSITIVE_INFINITY, megabytes: Number.POSITIVE_INFINITY }
  let loaded = bare
  const cost = () => ({
    ms: loaded.ms - bare.ms,
    megabytes: loaded.megabytes - bare.megabytes,
  })
  for (let round = 0; round < mostRounds; round++) {
    bare = lesser(bare, await load('./nothing.cjs'))
    loaded = lesser(loaded, await load(specifier))
    if (cost().ms <= limits.ms && cost().megabytes <= limits.megabytes) break
  }
  return cost()
}

function lesser(one: LoadCost, other: LoadCost): LoadCost {
  return {
    ms: Math.min(one.ms, other.ms),
    megabytes: Math.min(one.megabytes, other.megabytes),
  }
}

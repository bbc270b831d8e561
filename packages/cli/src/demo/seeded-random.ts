/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** A number that is at least 0 and less than 1. */
  next(): number
  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** Makes a {@link SeededRandom} (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    shuffle(items) {
      const ranked = items.map((item) => ({ item, rank: next() }))
      return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
    },
  }
}

/** Chance that comes out the same for the same seed. */
export interface SeededRandom {
  /** A number from 0 to 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  shuffle<T>(items: readonly T[]): T[]
}
/** Makes a {@link SeededRandom} (mulberry32). */
export declare function seededRandom(seed: number): SeededRandom

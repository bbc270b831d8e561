/** A day, in milliseconds. */
export const dayMs = 86_400_000

/** The day that a time belongs to: days since the epoch, UTC. */
export function toDayNumber(at: number): number {
  return Math.floor(at / dayMs)
}

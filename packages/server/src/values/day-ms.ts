/** A day, in milliseconds. */
export const dayMs = 86_400_000

/** The day of a time, in days since the epoch (UTC). */
export function toDayNumber(at: number): number {
  return Math.floor(at / dayMs)
}

/** The value below which this share of the values lies; 0.5 gives the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The median of the values, and the tenth and the ninetieth percentile. */
export function spread(values: readonly number[]): number[] {
  return [0.5, 0.1, 0.9].map((share) => quantile(values, share))
}

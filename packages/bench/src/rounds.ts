import { median } from './statistics.ts'

/** The results of each contender, round by round. */
export type Rounds<Name, Result> = ReadonlyMap<Name, readonly Result[]>

/**
 * Runs the contenders alternately, round by round, so that other work on the machine affects all alike.
 *
 * @param run - runs one contender once. Rounds below 0 warm up and do not count.
 */
export async function runRounds<Name, Result>(
  names: readonly Name[],
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
  run: (name: Name, round: number) => Promise<Result>,
): Promise<Rounds<Name, Result>> {
  const results = new Map<Name, Result[]>(names.map((name) => [name, []]))
  for (let round = -warmUps; round < rounds; round++) {
    // The order alternates, so that no contender always runs after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await run(name, round)
      if (round >= 0) results.get(name)?.push(result)
    }
  }
  return results
}

/** The figure of one contender divided by the figure of another, for each round. */
export function ratios<Name, Result>(
  results: Rounds<Name, Result>,
  one: Name,
  other: Name,
  of: (result: Result) => number,
): number[] {
  const others = (results.get(other) ?? []).map(of)
  return (results.get(one) ?? []).map((result, round) => of(result) / (others[round] ?? Number.NaN))
}

/** The median of the {@link ratios}. */
export function ratio<Name, Result>(...given: Parameters<typeof ratios<Name, Result>>): number {
  return median(ratios(...given))
}

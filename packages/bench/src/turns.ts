import { median } from './statistics.ts'

/** The results of each contender, round by round. */
export type Rounds<Name, Result> = ReadonlyMap<Name, readonly Result[]>

/**
 * Runs contenders in turns, so that what else the machine does meets all of them alike.
 *
 * @param run - runs one once; the rounds below 0 warm up, and do not count.
 */
export async function takeTurns<Name, Result>(
  names: readonly Name[],
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
  run: (name: Name, round: number) => Promise<Result>,
): Promise<Rounds<Name, Result>> {
  const results = new Map<Name, Result[]>(names.map((name) => [name, []]))
  for (let round = -warmUps; round < rounds; round++) {
    // The direction changes every round, so no contender always runs after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await run(name, round)
      if (round >= 0) results.get(name)?.push(result)
    }
  }
  return results
}

/** How many times as much one contender came to as another, round by round. */
export function ratios<Name, Result>(
  results: Rounds<Name, Result>,
  one: Name,
  other: Name,
  of: (result: Result) => number,
): number[] {
  const others = (results.get(other) ?? []).map(of)
  return (results.get(one) ?? []).map((result, round) => of(result) / (others[round] ?? Number.NaN))
}

/** The middle of the {@link ratios}. */
export function ratio<Name, Result>(...given: Parameters<typeof ratios<Name, Result>>): number {
  return median(ratios(...given))
}

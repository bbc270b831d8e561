import { type SeededRandom, seededRandom } from '../../cli/src/demo/seeded-random.ts'

/** Repeated attacks on the same promises. */
export interface Campaign {
  /** The target of the attack, in a few words. */
  readonly summary: string
  /** Attacks once, on new servers and stores. */
  round(round: Round): Promise<void>
}

/** The tools of a round, and the methods by which it reports. */
export interface Round {
  /** The round does the same for the same seed, as far as processes and sockets allow. */
  readonly seed: number
  /** Random numbers from the seed. */
  readonly random: SeededRandom
  /**
   * Whether the round is part of a long run, which attacks more and measures times. The tests run the
   * short form.
   */
  readonly long: boolean
  readonly part: Part
  /** Counts a case. A failed case is a broken promise, and the facts say how to reproduce it. */
  check(holds: boolean, promise: string, facts?: () => unknown): void
  /** Adds to one of the campaign's figures. */
  count(figure: string, by?: number): void
  /** Raises a figure to a value, if the value is higher. */
  highest(figure: string, value: number): void
  /** Adds a row to the table of the campaign. */
  row(row: Row): void
  /** Runs a function when the round has ended. The function that was passed last runs first. */
  onEnd(end: () => unknown): void
}

/** The parts of a campaign to run, if it has parts. A missing member selects all of them. */
export interface Part {
  readonly stores?: readonly string[] | undefined
  readonly attacks?: readonly string[] | undefined
  readonly atOnce?: number | undefined
}

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, string | number | null>>

/** A broken promise. */
export interface Failure {
  readonly promise: string
  readonly facts: string
  /** The `--seed` of a run that begins with this round. */
  readonly seed: number
}

/** The findings of a campaign. */
export interface Figures {
  readonly seed: number
  readonly rounds: number
  readonly seconds: number
  readonly cases: number
  readonly failed: number
  /** The first failed cases. */
  readonly failures: readonly Failure[]
  readonly figures: Readonly<Record<string, number>>
  /** A table, for results that do not fit on one line. */
  readonly rows: readonly Row[]
}

/** The settings of a run of a campaign. */
export interface Run {
  readonly seed: number
  /** Milliseconds since the epoch. No round except the first begins later. */
  readonly deadline: number
  readonly long: boolean
  readonly part?: Part | undefined
  log(line: string): void
}

const maxFailures = 20
const maxFactsCharacters = 2_000

/** Runs rounds of a campaign until the deadline, at least one. Each adds 1 to the seed. */
export async function runCampaign(campaign: Campaign, run: Run): Promise<Figures> {
  const started = Date.now()
  const failures: Failure[] = []
  const figures: Record<string, number> = {}
  const rows: Row[] = []
  let cases = 0
  let failed = 0
  let rounds = 0
  do {
    const seed = run.seed + rounds
    rounds += 1
    const ends: (() => unknown)[] = []
    const check: Round['check'] = (holds, promise, facts = () => '') => {
      cases += 1
      if (holds) return
      failed += 1
      const text = printFacts(facts()).slice(0, maxFactsCharacters)
      if (failures.length < maxFailures) failures.push({ promise, facts: text, seed })
      run.log(`  broken (seed ${seed}): ${promise} ${text}`)
    }
    const round: Round = {
      seed,
      random: seededRandom(seed),
      long: run.long,
      part: run.part ?? {},
      check,
      count: (figure, by = 1) => {
        figures[figure] = (figures[figure] ?? 0) + by
      },
      highest: (figure, value) => {
        figures[figure] = Math.max(figures[figure] ?? value, value)
      },
      row: (row) => void rows.push(row),
      onEnd: (end) => void ends.unshift(end),
    }
    try {
      await campaign.round(round)
    } catch (error) {
      check(false, 'a round runs to its end', () => error)
    }
    for (const end of ends) await end()
  } while (Date.now() < run.deadline)
  const seconds = Math.round((Date.now() - started) / 1_000)
  return { seed: run.seed, rounds, seconds, cases, failed, failures, figures, rows }
}

function printFacts(facts: unknown): string {
  if (typeof facts === 'string') return facts
  return facts instanceof Error ? (facts.stack ?? facts.message) : JSON.stringify(facts)
}

/** How a bench is run. */
export interface BenchOptions {
  /** Rounds so short that the figures mean nothing: shows that everything works. */
  readonly quick: boolean
  /** The works that changes are measured with, in under a minute, for benches that take long. */
  readonly short?: boolean | undefined
  /** The only store to measure with, for benches of several. */
  readonly store?: string | undefined
  /** Part of a name: measures only what has it in its name, for benches of many files. */
  readonly only?: string | undefined
  /** How many connections a load keeps, for benches of servers; 16 without it. */
  readonly connections?: string | undefined
  /** A file to keep the result in, for benches that write a page; nothing is written without it. */
  readonly write?: string | undefined
}

/** One measurement: the entry of a subcommand. */
export interface Bench {
  /** One line that says what it measures. */
  readonly summary: string
  /** Measures, and validates what it measured. */
  readonly run: (options: BenchOptions) => Promise<Report>
}

/** The findings of a bench. */
export interface Report {
  readonly tables: readonly Table[]
  readonly targets: readonly Target[]
  /** Everything that was found, where the tables show but a part of it; only in the JSON. */
  readonly data?: unknown
}

/** Figures side by side. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A figure as it is printed and as it is written as JSON; null where there is nothing to compare. */
export type Cell = string | number | null

/** The target of a figure. */
export interface Target {
  readonly name: string
  readonly value: number
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

/** Whether a figure reaches its target. */
export function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Target): boolean {
  return value >= atLeast && value <= atMost
}

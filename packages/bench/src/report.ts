export interface BenchOptions {
  /** Runs rounds so short that their figures mean nothing, to check that the bench works. */
  readonly quick: boolean
  /** Runs only as much as is needed to see the effect of a change. For long benches. */
  readonly short?: boolean | undefined
  /** Measures only this store. For benches of several stores. */
  readonly store?: string | undefined
  /** Selects what to measure, such as the parts whose name contains this text. For some benches. */
  readonly only?: string | undefined
  /** The number of connections of the load, for the bench `server`. Default 16. */
  readonly connections?: string | undefined
  /** Writes the result to this file. For benches that make a page. */
  readonly write?: string | undefined
}

/** A bench, which is one subcommand. */
export interface Bench {
  /** One line that says what the bench measures. */
  readonly summary: string
  /** Measures, and checks that the measured work was done. */
  readonly run: (options: BenchOptions) => Promise<Report>
}

export interface Report {
  readonly tables: readonly Table[]
  readonly targets: readonly Target[]
  /** All results, if the tables show only a part. Only `--json` prints them. */
  readonly data?: unknown
}

export function joinReports(reports: readonly Report[]): Report {
  return {
    tables: reports.flatMap(({ tables }) => tables),
    targets: reports.flatMap(({ targets }) => targets),
  }
}

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A cell of a table: a text or a figure; null if there is no figure. */
export type Cell = string | number | null

/** A figure, with a lower or an upper bound or both. */
export interface Target {
  readonly name: string
  readonly value: number
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

export function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Target): boolean {
  return value >= atLeast && value <= atMost
}

/** A source with one mistake in it. */
export interface Mutant {
  /** From 1. */
  readonly id: number
  /** The file, from the folder of the client. */
  readonly file: string
  readonly line: number
  /** What kind of mistake. */
  readonly operator: string
  /** The line as it is, and as it became, without what stands before and behind. */
  readonly before: string
  readonly after: string
}

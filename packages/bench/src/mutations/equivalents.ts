/** A mutant that does what the source does, so that no test can tell it. */
export interface Equivalent {
  /** Without `src/` and `.ts`. */
  readonly file: string
  /** The line as it is. */
  readonly before: string
  /** The line as it became. */
  readonly after: string
  /** Why nobody can tell them apart. */
  readonly reason: string
}

/** Every mutant that is left out of the score. */
export const equivalents: readonly Equivalent[] = []

import type ts from 'typescript'

/** A small mistake that somebody could make at a place of a source. */
export interface Edit {
  /** What kind of mistake. */
  readonly operator: string
  /** The expression, statement or block that it is made in. */
  readonly node: ts.Node
  readonly start: number
  readonly end: number
  /** What stands there in place of what is between `start` and `end`. */
  readonly replacement: string
}

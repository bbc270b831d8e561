/** What words mean the same, as questions are read with it. */
export interface Vocabulary {
  /** The groups that a term or some terms with a space between them are in, by their places. */
  readonly groups: ReadonlyMap<string, readonly number[]>
  /** The single terms of each group. */
  readonly terms: readonly (readonly string[])[]
  /** Folded words of the groups that a misspelt one may stand for. */
  readonly spelled: readonly string[]
}

/** Synonyms, in the form in which questions are read. */
export interface Vocabulary {
  /** The numbers of the groups that a term, or several terms joined by spaces, belongs to. */
  readonly groups: ReadonlyMap<string, readonly number[]>
  /** The single terms of each group. */
  readonly terms: readonly (readonly string[])[]
  /** The folded words of all groups that are compared with misspelled words. */
  readonly spelled: readonly string[]
}

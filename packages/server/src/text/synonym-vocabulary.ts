import type { WeightedTerm } from '@doorkit/store'

/** Synonyms, in the form in which questions are read. */
export interface Vocabulary {
  /** The numbers of the groups that a term, or several terms joined by spaces, belongs to. */
  readonly groups: ReadonlyMap<string, readonly number[]>
  /** The numbers of the groups that have exactly this folded word. */
  readonly words: ReadonlyMap<string, readonly number[]>
  /** The single terms of each group, and its hints. */
  readonly terms: readonly (readonly WeightedTerm[])[]
  /** The groups of a property that most things have, such as a price. They count less in a question. */
  readonly properties: ReadonlySet<number>
  /** Folded words, from all groups, with which misspelled words are compared. */
  readonly spelled: readonly string[]
}

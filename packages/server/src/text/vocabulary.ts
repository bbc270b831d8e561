import type { WeightedTerm } from '@doorkit/store'

/** Synonyms, indexed by the words of questions. A group is one list of synonyms. */
export interface Vocabulary {
  /** By term, or by several terms joined by spaces: the groups that have them, as positions in `terms`. */
  readonly groups: ReadonlyMap<string, readonly number[]>
  /** By folded word: the groups that have exactly this word. */
  readonly words: ReadonlyMap<string, readonly number[]>
  /** The single terms of each group, and its hints: other terms of passages about the same topic. */
  readonly terms: readonly (readonly WeightedTerm[])[]
  /** The groups that name a common property, such as a price. They count less in a question. */
  readonly properties: ReadonlySet<number>
  /** Folded words, from all groups, with which misspelled words are compared. */
  readonly spelled: readonly string[]
}

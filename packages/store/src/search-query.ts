import type { Row, RowsQuery } from './row-and-filter.ts'

/**
 * Full-text search over a collection that declares a `search` property. In a collection with a
 * partition, the filter must name one (`eq`). So neither the cost nor the result depends on others.
 */
export interface SearchQuery extends RowsQuery {
  /**
   * Text that a person typed. It may contain any characters, and none is an operator. A row matches if
   * it has any of the words, whole, in any case, and with or without accents and endings. A word that
   * no row has matches the words of which it may be a misspelling. A text without words matches
   * nothing. If there are more than 500 matches, only those with the rarest words are ranked.
   */
  readonly text: string
  /**
   * The meanings to look for, in place of the words of `text`. Default: one for each of the first 64
   * distinct words of `text`.
   */
  readonly meanings?: readonly Meaning[] | undefined
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
  /** Ends the search between two of its steps. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited before each step that reads or compares rows, with about the number of these rows: at most
   * 500. Default: the next tick of the event loop.
   */
  readonly pause?: ((rows: number) => Promise<void>) | undefined
}

/** A thing to look for, by any of several terms: its name, and its other names. */
export interface Meaning {
  /** The word, as `wordsOf` returns it. If no row has any of the terms, similar words are looked for. */
  readonly word: string
  /** The weight of this meaning among the others: 1 for a word. */
  readonly weight: number
  /** Terms, as `termOf` returns them. */
  readonly terms: readonly WeightedTerm[]
  /** Terms to use if no row has any of `terms`. */
  readonly spare?: readonly WeightedTerm[] | undefined
  /**
   * Whether it is a property that most things have, such as a price. If no row has the thing that a
   * question asks about, rows that have only its properties have no share of the question.
   */
  readonly isProperty?: boolean | undefined
}

/** A term and its weight: 1 for the word itself, and less for a synonym. */
export interface WeightedTerm {
  /** The term. */
  readonly term: string
  /** From 0 to 1. */
  readonly weight: number
}

/** A match. Searches return the best one first. */
export interface SearchHit {
  /** The row that matched. */
  readonly row: Row
  /** Higher is better. Only scores of one search can be compared. */
  readonly score: number
  /** How much of the query the row has, from 0 to 1. Rare words are a larger part of it. */
  readonly share: number
}

/** A search for the nearest vectors, in a collection that declares a `vector` property. */
export interface NearestQuery extends RowsQuery {
  /** The vector to compare with. Rows whose vectors have another number of dimensions are not found. */
  readonly vector: readonly number[]
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
}

/** A row whose vector is near. Searches return the nearest one first. */
export interface NearestRow {
  /** The id of the row. */
  readonly id: string
  /** The cosine of the angle between the two vectors: 1 for the same direction. */
  readonly similarity: number
}

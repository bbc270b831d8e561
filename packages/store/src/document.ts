import type { CollectionPlan } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * The JSON text of a document. A store keeps this text, so it shares no object with its caller, and
 * every store returns the same value.
 *
 * @throws {StoreError} `invalid_query` if the value has no JSON form.
 */
export function documentText(data: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(data)
  } catch (cause) {
    throw new StoreError('invalid_query', 'The document is not JSON.', { cause })
  }
  if (text === undefined) throw new StoreError('invalid_query', 'The document is not JSON.')
  return text
}

/** The properties of a document that full-text search reads. */
export interface SearchedProperties {
  /** The property whose text is searched. */
  readonly text: string
  /** The properties with titles; see `searchTitles` of {@link CollectionPlan}. */
  readonly titles: readonly string[]
}

/** The properties that a search reads; null if the plan declares no search. */
export function searchedProperties({
  search,
  searchTitles = [],
}: Pick<CollectionPlan, 'search' | 'searchTitles'>): SearchedProperties | null {
  return search === undefined ? null : { text: search, titles: searchTitles }
}

/**
 * The titles and the text that full-text search reads. Empty if the document has no text, even if it has
 * titles.
 */
export function searchableText(data: unknown, properties: SearchedProperties): string {
  const text = textOf(data, properties.text)
  if (text === '') return ''
  return [...properties.titles.map((title) => textOf(data, title)), text].join('\n')
}

/** The string in a property of a document; empty if there is none. */
export function textOf(data: unknown, property: string): string {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, property)) return ''
  const text: unknown = Reflect.get(data, property)
  return typeof text === 'string' ? text : ''
}

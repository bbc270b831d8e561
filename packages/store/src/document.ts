import { StoreError } from './store-error.ts'

/**
 * The JSON text of a document. A store keeps this text, so it shares no object with its caller, and
 * every store gives back the same value.
 *
 * @throws {StoreError} `invalid_query` when the value has no JSON form.
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

/** The text that full-text search reads from a document; empty when it has none. */
export function searchableText(data: unknown, property: string): string {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, property)) return ''
  const text: unknown = Reflect.get(data, property)
  return typeof text === 'string' ? text : ''
}

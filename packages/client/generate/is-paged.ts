import type { Operation } from '@doorkit/models'

/** Whether the answer of an operation is a list in pages. */
export function isPaged({ query }: Operation): boolean {
  return query !== undefined && 'starting_after' in query.shape
}

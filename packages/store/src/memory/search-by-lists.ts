import { searchedProperties } from '../document.ts'
import { identityIndex, orderOf } from '../index-order.ts'
import type { ListQuery, Store } from '../port.ts'
import type { CollectionPlan } from '../schema.ts'
import { searchByWords, searchedPartition } from '../search-by-words.ts'
import type { SearchHit, SearchQuery } from '../search-query.ts'
import { createTextIndex } from './text-index.ts'

const pageSize = 100

/**
 * Searches a store that has no search of its own. Lists all rows that match the filter, and ranks
 * them by BM25. The rarity of a word is counted in these rows only, not in the whole partition.
 */
export async function searchByLists(
  store: Pick<Store, 'list'>,
  plan: CollectionPlan,
  query: SearchQuery,
): Promise<SearchHit[]> {
  const { partition } = plan
  const properties = searchedProperties(plan)
  if (properties === null) return []
  const index = createTextIndex(properties, partition)
  const order = orderOf(plan, identityIndex(plan))
  let after: ListQuery['after']
  do {
    query.signal?.throwIfAborted()
    const page = { index: 'id', dir: 'asc', limit: pageSize, after } as const
    const rows = await store.list({ in: query.in, where: query.where, ...page })
    for (const { id, rev, columns, data } of rows) {
      index.replace(undefined, { key: id, id, rev, columns, text: JSON.stringify(data) })
    }
    const last = rows.length === pageSize ? rows.at(-1) : undefined
    after = last && order.map((column) => (column === 'id' ? last.id : (last.columns[column] ?? 0)))
  } while (after)
  return searchByWords(
    index.of(searchedPartition(partition, query.where), () => true),
    properties,
    query,
  )
}

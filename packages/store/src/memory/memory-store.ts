import { checkedStore } from '../checked-store.ts'
import { createWindows } from '../fixed-windows.ts'
import type { Store } from '../port.ts'
import type { Condition, Filter } from '../row-and-filter.ts'
import { searchByWords, searchedPartition } from '../search-by-words.ts'
import { aggregateRows } from './aggregate.ts'
import { type MemoryCollection, replaceRow } from './collection.ts'
import { commitOps, patchRows } from './commit.ts'
import { toPredicate } from './filter.ts'
import { firstByColumn, listRows, matchingRows, take } from './list-rows.ts'
import { createMemoryLimit } from './memory-limit.ts'
import { migrateMemory } from './migrate.ts'
import { afterSplitting } from './split-texts.ts'
import { rowKey, toRow } from './stored-row.ts'

/** The options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * About how much memory the rows may take, in bytes. The rows of one workspace may take half of it. A
   * commit that adds data beyond either limit is refused with the code `unavailable`. Default: no limit.
   */
  readonly mostBytes?: number | undefined
}

/**
 * A store that keeps everything in the memory of its process, for tests, demonstrations and development.
 * It keeps every promise of the port within one process.
 */
export function memoryStore({ mostBytes = Infinity }: MemoryStoreOptions = {}): Store {
  const collections = new Map<string, MemoryCollection>()
  const horizons = new Map<string, number>()
  const consume = createWindows()
  const limit = createMemoryLimit(mostBytes)

  // `checkedStore` refuses names that no plan has declared.
  const find = (name: string) => collections.get(name) as MemoryCollection

  return checkedStore({
    async get(refs) {
      return refs.map((ref) => {
        const row = find(ref.in).rows.get(rowKey(ref.partition, ref.id))
        return row ? toRow(row) : null
      })
    },
    async list(query) {
      if (query.horizon) {
        const { scope, at } = query.horizon
        horizons.set(scope, Math.max(at, horizons.get(scope) ?? at))
      }
      return listRows(find(query.in), query).map(toRow)
    },
    async aggregate(query) {
      return aggregateRows(matchingRows(find(query.in), query.where), query)
    },
    async search(query) {
      const { search, partition } = find(query.in)
      if (!search) return []
      const index = search.of(searchedPartition(partition, query.where), toPredicate(query.where))
      return searchByWords(index, search.properties, query)
    },
    async commit(ops, options) {
      return afterSplitting(find, ops, () => {
        const horizon = options?.at && horizons.get(options.at.scope)
        if (options?.at && horizon !== undefined && horizon > options.at.at) {
          return { ok: false, reason: 'late', horizon }
        }
        limit.beginCommit()
        return commitOps(find, ops, limit.checkCommit)
      })
    },
    async updateMany(query, patch) {
      const rows = take(query.limit, matchingRows(find(query.in), query.where))
      patchRows(find(query.in), rows, patch)
      return { changed: rows.length, more: rows.length === query.limit }
    },
    async deleteMany(query) {
      const rows = take(query.limit, matchingRows(find(query.in), query.where))
      for (const row of rows) replaceRow(find(query.in), row, undefined)
      return { changed: rows.length, more: rows.length === query.limit }
    },
    async claim(query) {
      const collection = find(query.in)
      const due: Condition = { column: query.dueColumn, op: 'lte', value: query.now }
      const filter: Filter = [...(query.where ?? []), due]
      const rows = firstByColumn(collection, filter, query.dueColumn, query.limit)
      const lease = {
        [query.dueColumn]: query.now + query.leaseMs,
        [query.leaseColumn]: query.token,
      }
      return patchRows(collection, rows, { set: lease }).map(toRow)
    },
    writesElsewhere: async () => 0,
    async consume(query) {
      return consume(query)
    },
    async migrate(plan, options) {
      return { statements: migrateMemory(collections, plan, options?.dryRun ?? false, limit) }
    },
    async ping() {},
    async close() {},
  })
}

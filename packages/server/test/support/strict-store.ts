import type { SearchQuery, Store } from '@doorkit/store'
import {
  checkAggregate,
  checkBulk,
  checkClaim,
  checkCommit,
  checkConsume,
  checkList,
  checkPatch,
  checkRefs,
  checkSearch,
  type PlannedCollection,
  planned,
} from './port-rules.ts'

/**
 * A store that takes only calls which follow the rules of the port: names that the plan declares,
 * values of the types of their keys, limits. Types say most of this; the suites of the kit, which all
 * run over such a store, say the rest. So no store checks the calls of the kit again.
 */
export function strictStore(store: Store): Store {
  const collections = new Map<string, PlannedCollection>()
  const { search } = store
  return {
    ...store,
    async get(refs) {
      checkRefs(collections, refs)
      return store.get(refs)
    },
    async list(query) {
      checkList(collections, query)
      return store.list(query)
    },
    async aggregate(query) {
      checkAggregate(collections, query)
      return store.aggregate(query)
    },
    ...(search && {
      async search(query: SearchQuery) {
        checkSearch(collections, query)
        return search.call(store, query)
      },
    }),
    async commit(ops, options) {
      checkCommit(collections, ops, options)
      return store.commit(ops, options)
    },
    async updateMany(query, patch) {
      checkPatch(checkBulk(collections, query), patch)
      return store.updateMany(query, patch)
    },
    async deleteMany(query) {
      checkBulk(collections, query)
      return store.deleteMany(query)
    },
    async claim(query) {
      checkClaim(collections, query)
      return store.claim(query)
    },
    async consume(query) {
      checkConsume(query)
      return store.consume(query)
    },
    async migrate(plan, options) {
      for (const collection of plan.collections)
        collections.set(collection.name, planned(collection))
      return store.migrate(plan, options)
    },
  }
}

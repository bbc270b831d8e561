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
  prepareCollection,
} from './port-rules.ts'

/**
 * A store that accepts only calls that follow the rules of the port: declared names, values of the
 * declared types, and limits. `createKit` opens every kit over this store, so no real store has to check
 * the calls of the kit again.
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
        collections.set(collection.name, prepareCollection(collection))
      return store.migrate(plan, options)
    },
  }
}

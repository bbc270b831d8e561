import { StoreError } from '../errors/store-error.ts'
import type { BulkQuery } from './bulk-writes.ts'
import type { PlannedCollection } from './check-plan.ts'
import type { ClaimQuery, ConsumeQuery } from './claim-and-consume.ts'
import { alternativesOf, maxAlternatives } from './merged-list.ts'
import { orderOf } from './order.ts'
import type {
  AggregateQuery,
  Condition,
  Filter,
  Horizon,
  ListQuery,
  Ref,
  SearchQuery,
} from './port.ts'
import type { KeyType } from './schema.ts'

/** The collections that queries may name. */
export type Collections = ReadonlyMap<string, PlannedCollection>

const maxLimit = 1_000

/** Finds a collection by name, or throws `unknown_name`. */
export function findCollection(collections: Collections, name: string): PlannedCollection {
  const collection = collections.get(name)
  if (!collection) {
    throw unknownName(
      `No collection ${JSON.stringify(name)}. Declare it in the plan given to migrate().`,
    )
  }
  return collection
}

/** Checks the references of `get`. */
export function checkRefs(collections: Collections, refs: readonly Ref[]): void {
  for (const ref of refs) {
    checkPlace(findCollection(collections, ref.in), ref)
  }
}

/** Checks what names one row. */
export function checkPlace({ plan }: PlannedCollection, place: Omit<Ref, 'in'>): void {
  requireText(place.id, 'id')
  if (plan.partition !== undefined) requireText(place.partition, `the partition of ${plan.name}`)
  else if (place.partition !== undefined) throw invalidQuery(`${plan.name} has no partition`)
}

/** Checks `list`. */
export function checkList(collections: Collections, query: ListQuery): void {
  const collection = findCollection(collections, query.in)
  const index = collection.indexes.get(query.index)
  if (!index) throw unknownName(`${query.in} has no index ${JSON.stringify(query.index)}.`)
  if (query.dir !== 'asc' && query.dir !== 'desc') throw invalidQuery(`dir is 'asc' or 'desc'`)
  checkFilter(collection, query.where)
  checkLimit(query.limit)
  if (query.horizon) checkHorizon(query.horizon)
  const { queries } = alternativesOf(collection.plan, index, query)
  if (queries.length > maxAlternatives) {
    throw invalidQuery(
      `the index ${query.index} is read for at most ${maxAlternatives} values at once`,
    )
  }
  if (query.after) checkPosition(collection, orderOf(collection.plan, index), query.after)
}

function checkPosition(
  collection: PlannedCollection,
  columns: readonly string[],
  after: readonly (string | number)[],
): void {
  if (after.length !== columns.length) {
    throw invalidQuery(`after has one value for each of: ${columns.join(', ')}`)
  }
  columns.forEach((column, at) => {
    checkValue(column, keyType(collection, column), after[at])
  })
}

/** Checks `aggregate`. */
export function checkAggregate(collections: Collections, query: AggregateQuery): void {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where)
  const groupBy = query.groupBy ?? []
  if (groupBy.length > 2) throw invalidQuery('groupBy takes at most two keys')
  for (const key of groupBy) keyType(collection, key)
  for (const measure of Object.values(query.measures)) {
    if (measure.op === 'count') continue
    if (keyType(collection, measure.key) !== 'integer') {
      throw invalidQuery(`${measure.op} reads a numeric key, and ${measure.key} is text`)
    }
  }
}

/** Checks `search`. */
export function checkSearch(collections: Collections, query: SearchQuery): void {
  const collection = findCollection(collections, query.in)
  if (collection.plan.search === undefined) {
    throw invalidQuery(`${query.in} declares no search property`)
  }
  checkFilter(collection, query.where)
  requireText(query.text, 'text')
  checkLimit(query.limit)
}

/** Checks the query of `updateMany` and `deleteMany`. */
export function checkBulk(collections: Collections, query: BulkQuery): PlannedCollection {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where)
  checkLimit(query.limit)
  return collection
}

/** Checks `claim`. */
export function checkClaim(collections: Collections, query: ClaimQuery): void {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where ?? [])
  checkLimit(query.limit)
  requireText(query.token, 'token')
  requireInteger(query.now, 'now')
  requireInteger(query.now + query.leaseMs, 'now + leaseMs')
  if (keyType(collection, query.dueKey) !== 'integer')
    throw invalidQuery('dueKey names a numeric key')
  if (query.leaseKey === 'id' || keyType(collection, query.leaseKey) !== 'text') {
    throw invalidQuery('leaseKey names a text key')
  }
}

/** Checks `consume`. */
export function checkConsume(query: ConsumeQuery): void {
  requireText(query.key, 'key')
  requireInteger(query.now, 'now')
  requireInteger(query.limit, 'limit')
  requireInteger(query.points, 'points')
  requireInteger(query.now + query.windowMs, 'now + windowMs')
  if (query.limit < 0 || query.windowMs < 1) {
    throw invalidQuery('limit is 0 or more, windowMs is 1 or more')
  }
  if (query.points < 0) requireInteger(query.resetAt, 'resetAt of a window that points go back to')
}

/** Checks a horizon. */
export function checkHorizon(horizon: Horizon): void {
  requireText(horizon.scope, 'scope')
  requireInteger(horizon.at, 'at')
}

/** Checks every condition of a filter. */
export function checkFilter(collection: PlannedCollection, filter: Filter): void {
  for (const condition of filter) checkCondition(condition, keyType(collection, condition.key))
}

function checkCondition(condition: Condition, type: KeyType): void {
  const { key } = condition
  switch (condition.op) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      checkValue(key, type, condition.value)
      return
    case 'in':
      if (!Array.isArray(condition.value)) throw invalidQuery(`in on ${key} takes a list`)
      for (const value of condition.value) checkValue(key, type, value)
      return
    case 'isNull':
      if (typeof condition.value === 'boolean') return
      throw invalidQuery(`isNull on ${key} takes true or false`)
    default:
      throw invalidQuery('a condition is eq, in, lt, lte, gt, gte or isNull')
  }
}

/** The type of a key, or `unknown_name`. */
export function keyType(collection: PlannedCollection, key: string): KeyType {
  const type = collection.keyTypes.get(key)
  if (!type) throw unknownName(`${collection.plan.name} has no key ${JSON.stringify(key)}.`)
  return type
}

/** Checks that a value has the type of its key; null is not a value. */
export function checkValue(key: string, type: KeyType, value: unknown): void {
  if (type === 'text') requireText(value, key)
  else requireInteger(value, key)
}

/** Checks that something is a string. */
export function requireText(value: unknown, what: string): void {
  if (typeof value !== 'string') throw invalidQuery(`${what} is a string`)
}

/** Checks that something is a safe integer. */
export function requireInteger(value: unknown, what: string): void {
  if (!Number.isSafeInteger(value)) throw invalidQuery(`${what} is a safe integer`)
}

function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalidQuery(`limit is an integer from 1 to ${maxLimit}`)
  }
}

/** A query that breaks a rule of the port. */
export function invalidQuery(rule: string): StoreError {
  return new StoreError('invalid_query', `Invalid query: ${rule}.`)
}

function unknownName(message: string): StoreError {
  return new StoreError('unknown_name', message)
}

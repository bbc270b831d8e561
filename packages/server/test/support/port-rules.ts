import {
  type AggregateQuery,
  alternativesOf,
  type BulkPatch,
  type BulkQuery,
  type ClaimQuery,
  type CollectionPlan,
  type ColumnType,
  type ColumnValues,
  type CommitOptions,
  type Condition,
  type ConsumeQuery,
  type Filter,
  type GuardedRef,
  type Horizon,
  type IndexPlan,
  identityIndex,
  type ListQuery,
  orderOf,
  type Ref,
  type SearchQuery,
  StoreError,
  type WriteOp,
} from '@doorkit/store'

/** A collection of a plan, with its columns and indexes by name. */
export interface PlannedCollection {
  readonly plan: CollectionPlan
  readonly columnTypes: ReadonlyMap<string, ColumnType>
  readonly indexes: ReadonlyMap<string, IndexPlan>
}

/** Maps the columns and indexes of a collection by their names. */
export function prepareCollection(plan: CollectionPlan): PlannedCollection {
  return {
    plan,
    columnTypes: new Map<string, ColumnType>([...Object.entries(plan.columns), ['id', 'text']]),
    indexes: new Map([identityIndex(plan), ...plan.indexes].map((index) => [index.name, index])),
  }
}

const maxAlternatives = 64

type Collections = ReadonlyMap<string, PlannedCollection>

const maxLimit = 1_000

function findCollection(collections: Collections, name: string): PlannedCollection {
  const collection = collections.get(name)
  if (!collection) {
    throw unknownName(
      `No collection ${JSON.stringify(name)}. Declare it in the plan given to migrate().`,
    )
  }
  return collection
}

export function checkRefs(collections: Collections, refs: readonly Ref[]): void {
  for (const ref of refs) {
    checkRef(findCollection(collections, ref.in), ref)
  }
}

function checkRef({ plan }: PlannedCollection, ref: Omit<Ref, 'in'>): void {
  requireText(ref.id, 'id')
  if (plan.partition !== undefined) requireText(ref.partition, `the partition of ${plan.name}`)
  else if (ref.partition !== undefined) throw invalidQuery(`${plan.name} has no partition`)
}

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
    checkValue(column, columnType(collection, column), after[at])
  })
}

export function checkAggregate(collections: Collections, query: AggregateQuery): void {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where)
  const groupBy = query.groupBy ?? []
  if (groupBy.length > 2) throw invalidQuery('groupBy accepts at most two columns')
  for (const column of groupBy) columnType(collection, column)
  for (const measure of Object.values(query.measures)) {
    if (measure.op === 'count') continue
    if (columnType(collection, measure.column) !== 'integer') {
      throw invalidQuery(`${measure.op} reads an integer column, and ${measure.column} is text`)
    }
  }
}

export function checkSearch(collections: Collections, query: SearchQuery): void {
  const collection = findCollection(collections, query.in)
  if (collection.plan.search === undefined) {
    throw invalidQuery(`${query.in} declares no search property`)
  }
  checkFilter(collection, query.where)
  const { name, partition } = collection.plan
  const isNamed = query.where.some(({ column, op }) => column === partition && op === 'eq')
  if (partition !== undefined && !isNamed) {
    throw invalidQuery(`a search of ${name} names its partition, ${partition}`)
  }
  requireText(query.text, 'text')
  checkLimit(query.limit)
}

export function checkBulk(collections: Collections, query: BulkQuery): PlannedCollection {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where)
  checkLimit(query.limit)
  return collection
}

export function checkClaim(collections: Collections, query: ClaimQuery): void {
  const collection = findCollection(collections, query.in)
  checkFilter(collection, query.where ?? [])
  checkLimit(query.limit)
  requireText(query.token, 'token')
  requireInteger(query.now, 'now')
  requireInteger(query.now + query.leaseMs, 'now + leaseMs')
  if (columnType(collection, query.dueColumn) !== 'integer')
    throw invalidQuery('dueColumn names an integer column')
  if (query.leaseColumn === 'id' || columnType(collection, query.leaseColumn) !== 'text') {
    throw invalidQuery('leaseColumn names a text column')
  }
}

export function checkConsume(query: ConsumeQuery): void {
  requireText(query.key, 'key')
  requireInteger(query.now, 'now')
  requireInteger(query.limit, 'limit')
  requireInteger(query.points, 'points')
  requireInteger(query.now + query.windowMs, 'now + windowMs')
  if (query.limit < 0 || query.windowMs < 1) {
    throw invalidQuery('limit is 0 or more, windowMs is 1 or more')
  }
  if (query.points < 0)
    requireInteger(query.resetAt, 'resetAt of a window to which points are returned')
}

function checkHorizon(horizon: Horizon): void {
  requireText(horizon.scope, 'scope')
  requireInteger(horizon.at, 'at')
}

function checkFilter(collection: PlannedCollection, filter: Filter): void {
  for (const condition of filter)
    checkCondition(condition, columnType(collection, condition.column))
}

function checkCondition(condition: Condition, type: ColumnType): void {
  const { column } = condition
  switch (condition.op) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      checkValue(column, type, condition.value)
      return
    case 'in':
      if (!Array.isArray(condition.value)) throw invalidQuery(`in on ${column} needs a list`)
      for (const value of condition.value) checkValue(column, type, value)
      return
    case 'isNull':
      if (typeof condition.value === 'boolean') return
      throw invalidQuery(`isNull on ${column} needs true or false`)
    default:
      throw invalidQuery('a condition is eq, in, lt, lte, gt, gte or isNull')
  }
}

function columnType(collection: PlannedCollection, column: string): ColumnType {
  const type = collection.columnTypes.get(column)
  if (!type) throw unknownName(`${collection.plan.name} has no column ${JSON.stringify(column)}.`)
  return type
}

function checkValue(column: string, type: ColumnType, value: unknown): void {
  if (type === 'text') requireText(value, column)
  else requireInteger(value, column)
}

function requireText(value: unknown, what: string): void {
  if (typeof value !== 'string') throw invalidQuery(`${what} is a string`)
}

function requireInteger(value: unknown, what: string): void {
  if (!Number.isSafeInteger(value)) throw invalidQuery(`${what} is a safe integer`)
}

function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalidQuery(`limit is an integer from 1 to ${maxLimit}`)
  }
}

function invalidQuery(rule: string): StoreError {
  return new StoreError('invalid_query', `Invalid query: ${rule}.`)
}

function unknownName(message: string): StoreError {
  return new StoreError('unknown_name', message)
}

export function checkCommit(
  collections: Collections,
  ops: readonly WriteOp[],
  options: CommitOptions | undefined,
): void {
  if (options?.at) checkHorizon(options.at)
  for (const op of ops) checkOp(findCollection(collections, op.in), op)
}

function checkOp(collection: PlannedCollection, op: WriteOp): void {
  const { partition } = collection.plan
  switch (op.op) {
    case 'insert':
      requireText(op.row.id, 'id')
      if (op.row.rev !== undefined) requireInteger(op.row.rev, 'rev')
      checkColumns(collection, op.row.columns, 'optional')
      if (partition !== undefined) requireText(op.row.columns[partition], partition)
      if (op.onConflict !== undefined && op.onConflict !== 'fail' && op.onConflict !== 'ignore') {
        throw invalidQuery(`onConflict is 'fail' or 'ignore'`)
      }
      return
    case 'patch':
      checkGuards(collection, op)
      checkPatch(collection, op)
      return
    case 'remove':
      checkGuards(collection, op)
      return
    case 'check':
      if (typeof op.exists !== 'boolean') throw invalidQuery('exists is true or false')
      checkGuards(collection, op)
      return
    default:
      throw invalidQuery('an op is insert, patch, remove or check')
  }
}

function checkGuards(collection: PlannedCollection, op: GuardedRef): void {
  checkRef(collection, op)
  if (op.ifRev !== undefined) requireInteger(op.ifRev, 'ifRev')
  if (op.when) checkFilter(collection, op.when)
}

export function checkPatch(collection: PlannedCollection, patch: BulkPatch): void {
  const set = patch.set ?? {}
  checkColumns(collection, set, 'required')
  const { partition } = collection.plan
  if (partition !== undefined && Object.hasOwn(set, partition)) {
    throw invalidQuery(`${partition} is the partition of ${collection.plan.name}: it never changes`)
  }
  for (const [column, amount] of Object.entries(patch.add ?? {})) {
    if (declaredType(collection, column) !== 'integer') {
      throw invalidQuery(`add to ${column}: it is text`)
    }
    if (Object.hasOwn(set, column)) throw invalidQuery(`${column} is in both set and add`)
    requireInteger(amount, `the amount added to ${column}`)
  }
}

function checkColumns(
  collection: PlannedCollection,
  columns: ColumnValues,
  presence: 'optional' | 'required',
): void {
  for (const [column, value] of Object.entries(columns)) {
    const type = declaredType(collection, column)
    const isAbsent = value === undefined && presence === 'optional'
    if (value !== null && !isAbsent) checkValue(column, type, value)
  }
}

function declaredType(collection: PlannedCollection, column: string): ColumnType {
  if (column === 'id') throw invalidQuery('id is not a column that can be written')
  return columnType(collection, column)
}

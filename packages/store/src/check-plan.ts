import type { CollectionPlan, IndexPlan, SchemaPlan } from './schema.ts'
import { StoreError } from './store-error.ts'

// Names become parts of identifiers in the database. They contain no `__`, because it separates the
// parts of longer identifiers.
const namePattern = /^[A-Za-z](?:_?[A-Za-z0-9])*$/
const maxNameLength = 40

/** Columns that every row has in addition to the columns of its plan, in lower case. */
const reservedColumns: ReadonlySet<string> = new Set(['id', 'rev', 'data'])

/**
 * Checks a schema plan.
 *
 * @throws {StoreError} `invalid_query`, with the rule that the plan breaks.
 */
export function checkPlan({ version = 1, collections }: SchemaPlan): void {
  if (!Number.isSafeInteger(version) || version < 1)
    fail('its version must be an integer of 1 or more')
  requireDistinct('two collections', namesOf(collections))
  for (const collection of collections) checkCollection(collection)
}

function checkCollection(plan: CollectionPlan): void {
  requireName(plan.name, 'a collection')
  requireColumns(plan)
  requireDistinct(`two indexes of ${plan.name}`, namesOf(plan.indexes))
  requirePartition(plan)
  for (const index of plan.indexes) requireIndex(plan, index)
  if (plan.search !== undefined) requireName(plan.search, 'a search property')
  if (plan.vector !== undefined) requireName(plan.vector, 'a vector property')
  for (const title of plan.searchTitles ?? []) requireName(title, 'a search property')
}

function requireColumns(plan: CollectionPlan): void {
  for (const [column, type] of Object.entries(plan.columns)) {
    const place = `${plan.name}.${column}`
    requireName(column, 'a column')
    if (reservedColumns.has(column.toLowerCase())) fail(`${place}: the name is reserved`)
    if (type !== 'text' && type !== 'integer') fail(`${place}: use 'text' or 'integer'`)
  }
  requireDistinct(`two columns of ${plan.name}`, Object.keys(plan.columns))
}

function requirePartition({ name, columns, partition }: CollectionPlan): void {
  if (partition === undefined) return
  const isText = Object.hasOwn(columns, partition) && columns[partition] === 'text'
  if (!isText) fail(`${name}: its partition ${JSON.stringify(partition)} is not a text column`)
}

function requireIndex(plan: CollectionPlan, index: IndexPlan): void {
  requireName(index.name, 'an index')
  if (index.name === 'id') fail(`${plan.name}: 'id' names the primary key, not an index`)
  const place = `${plan.name}.${index.name}`
  if (index.on.length < 1 || index.on.length > 5)
    fail(`${place}: an index must have one to five columns`)
  if (new Set(index.on).size < index.on.length) fail(`${place}: a column appears twice`)
  for (const column of index.on) {
    if (!Object.hasOwn(plan.columns, column)) fail(`${place}: no column ${JSON.stringify(column)}`)
  }
  if (index.unique && plan.partition !== undefined && index.on[0] !== plan.partition) {
    fail(`${place}: a unique index must begin with the partition`)
  }
}

function requireName(name: string, what: string): void {
  if (!namePattern.test(name) || name.length > maxNameLength) {
    fail(
      `${JSON.stringify(name)} cannot name ${what}: begin with a letter, end with a letter or digit, and use at most ${maxNameLength} letters, digits and single underscores`,
    )
  }
}

const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name)

function requireDistinct(what: string, names: readonly string[]): void {
  // SQLite ignores the case of identifiers, even of quoted ones.
  const folded = names.map((name) => name.toLowerCase())
  const repeated = names.find((name, at) => folded.indexOf(name.toLowerCase()) !== at)
  if (repeated !== undefined) {
    fail(`${what} have the same name, regardless of case: ${JSON.stringify(repeated)}`)
  }
}

function fail(message: string): never {
  throw new StoreError('invalid_query', `Invalid schema plan: ${message}.`)
}

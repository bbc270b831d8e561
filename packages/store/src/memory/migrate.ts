import { searchedProperties } from '../document.ts'
import type { CollectionPlan, IndexPlan, SchemaPlan } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import {
  addColumn,
  addIndex,
  addSearch,
  createCollection,
  type MemoryCollection,
} from './collection.ts'
import type { MemoryLimit } from './memory-limit.ts'
import { columnOf } from './stored-row.ts'
import { createTextIndex } from './text-index.ts'

/** A part of the plan that the store lacks. */
interface Step {
  readonly statement: string
  run(): void
}

/**
 * Makes the collections fit a plan, or only reports the missing parts.
 *
 * @throws {StoreError} `invalid_query` if something exists with a different declaration, or if rows
 * break a new unique index.
 */
export function migrateMemory(
  collections: Map<string, MemoryCollection>,
  plan: SchemaPlan,
  dryRun: boolean,
  limit: MemoryLimit,
): string[] {
  const steps = plan.collections.flatMap((planned) => {
    const existing = collections.get(planned.name)
    if (existing && existing.partition !== planned.partition) {
      refuse(`partition of ${planned.name}`)
    }
    const collection = existing ?? createCollection(planned, limit)
    const creation = {
      statement: `create collection ${planned.name}`,
      run: () => void collections.set(planned.name, collection),
    }
    return [...(existing ? [] : [creation]), ...extensions(collection, planned)]
  })
  if (!dryRun) for (const step of steps) step.run()
  return steps.map((step) => step.statement)
}

function extensions(collection: MemoryCollection, planned: CollectionPlan): Step[] {
  const steps: Step[] = []
  for (const [column, type] of Object.entries(planned.columns)) {
    const existing = collection.columns.get(column)
    if (existing && existing !== type) refuse(`column ${planned.name}.${column}`)
    if (existing) continue
    steps.push({
      statement: `add column ${planned.name}.${column} ${type}`,
      run: () => addColumn(collection, column, type),
    })
  }
  for (const index of planned.indexes) {
    const existing = collection.indexes.get(index.name)
    if (existing && !isSameIndex(existing, index)) refuse(`index ${planned.name}.${index.name}`)
    if (existing) continue
    if (index.unique) requireDistinctRows(collection, index)
    steps.push({
      statement: `add index ${planned.name}.${index.name}`,
      run: () => addIndex(collection, index),
    })
  }
  const properties = searchedProperties(planned)
  if (collection.search?.properties.text !== properties?.text) {
    if (collection.search || !properties) refuse(`search of ${planned.name}`)
    steps.push({
      statement: `add search ${planned.name}.${properties.text}`,
      run: () => addSearch(collection, createTextIndex(properties, collection.partition)),
    })
  }
  return steps
}

function isSameIndex(left: IndexPlan, right: IndexPlan): boolean {
  return left.on.join() === right.on.join() && (left.unique ?? false) === (right.unique ?? false)
}

function requireDistinctRows(collection: MemoryCollection, index: IndexPlan): void {
  const seen = new Set<string>()
  for (const row of collection.rows.values()) {
    const values = index.on.map((column) => columnOf(row, column))
    if (values.includes(null)) continue
    const text = JSON.stringify(values)
    if (seen.has(text)) {
      throw new StoreError(
        'invalid_query',
        `Existing rows of ${collection.name} break the unique index ${index.name}. Change them, then migrate again.`,
      )
    }
    seen.add(text)
  }
}

function refuse(what: string): never {
  throw new StoreError(
    'invalid_query',
    `The ${what} was created with another declaration. Keep the old declaration, or declare a new collection, column or index under a new name.`,
  )
}

import type { WriteOp } from './port.ts'
import type { Row } from './row-and-filter.ts'
import type { CollectionPlan } from './schema.ts'
import { StoreError } from './store-error.ts'

/**
 * The member with the version of a document. Documents of version 1 have none, so a collection without
 * upgrades needs no space for it.
 */
const versionField = '$version'

/** Adds the version to the document of an op. */
export function stampDocument({ name, upgrades = [] }: CollectionPlan, op: WriteOp): WriteOp {
  const version = upgrades.length + 1
  if (version === 1) return op
  const stamp = (data: unknown) => {
    if (isObject(data)) return { ...data, [versionField]: version }
    throw new StoreError(
      'invalid_query',
      `${name}: its plan declares upgrades, so a document must be an object.`,
    )
  }
  if (op.op === 'insert') return { ...op, row: { ...op.row, data: stamp(op.row.data) } }
  return op.op === 'patch' && op.data !== undefined ? { ...op, data: stamp(op.data) } : op
}

/**
 * Brings the document of a row to the current version.
 *
 * @throws {StoreError} `newer_database` for a document of a later version than the plan knows.
 */
export function upgradeDocument(plan: CollectionPlan, row: Row): Row {
  const { name, upgrades = [] } = plan
  const { data } = row
  const isStamped = isObject(data) && Object.hasOwn(data, versionField)
  if (!isObject(data) || (upgrades.length === 0 && !isStamped)) return row
  const { [versionField]: version = 1, ...document } = data
  if (typeof version !== 'number' || version > upgrades.length + 1) {
    throw new StoreError(
      'newer_database',
      `A document of ${name} was written by a newer version of Doorkit. Run that version, or a later one.`,
    )
  }
  const missing = upgrades.slice(version - 1)
  return { ...row, data: missing.reduce((before, upgrade) => upgrade(before), document) }
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

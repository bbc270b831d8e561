import type { BulkPatch } from './bulk-writes.ts'
import type { PlannedCollection } from './check-plan.ts'
import {
  type Collections,
  checkFilter,
  checkHorizon,
  checkPlace,
  checkValue,
  findCollection,
  invalidQuery,
  keyType,
  requireInteger,
  requireText,
} from './check-query.ts'
import type { CommitOptions, GuardedRef, Keys, WriteOp } from './port.ts'

/** Checks every step of a commit before any of it runs. */
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
      checkKeys(collection, op.row.keys, 'optional')
      if (partition !== undefined) requireText(op.row.keys[partition], partition)
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
  checkPlace(collection, op)
  if (op.ifRev !== undefined) requireInteger(op.ifRev, 'ifRev')
  if (op.when) checkFilter(collection, op.when)
}

/** Checks the `set` and `add` of a patch. */
export function checkPatch(collection: PlannedCollection, patch: BulkPatch): void {
  const set = patch.set ?? {}
  checkKeys(collection, set, 'required')
  const { partition } = collection.plan
  if (partition !== undefined && Object.hasOwn(set, partition)) {
    throw invalidQuery(`${partition} is the partition of ${collection.plan.name}: it never changes`)
  }
  for (const [key, amount] of Object.entries(patch.add ?? {})) {
    if (declaredType(collection, key) !== 'integer') throw invalidQuery(`add to ${key}: it is text`)
    if (Object.hasOwn(set, key)) throw invalidQuery(`${key} is in both set and add`)
    requireInteger(amount, `the amount added to ${key}`)
  }
}

function checkKeys(
  collection: PlannedCollection,
  keys: Keys,
  presence: 'optional' | 'required',
): void {
  for (const [key, value] of Object.entries(keys)) {
    const type = declaredType(collection, key)
    const isAbsent = value === undefined && presence === 'optional'
    if (value !== null && !isAbsent) checkValue(key, type, value)
  }
}

/** The type of a key that can be written: `id` cannot. */
function declaredType(collection: PlannedCollection, key: string): ReturnType<typeof keyType> {
  if (key === 'id') throw invalidQuery('id is not a key that can be written')
  return keyType(collection, key)
}

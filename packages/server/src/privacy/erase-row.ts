import type { ColumnValue, Store } from '@doorkit/store'
import { changedAt } from '../collections/changed-at.ts'
import { type AnyCollection, equals } from '../collections/collection.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { type ErasureProgress, noteChanged, noteFound } from './erasure-receipt.ts'
import {
  type AnyRow,
  type FoundRow,
  fieldOf,
  findRows,
  isRemoved,
  removedWith,
  rulesOf,
} from './find-person.ts'

/** The row was changed since it was found. */
class RowChanged extends Error {
  override readonly name = 'RowChanged'
}

/**
 * Erases what a row says of a person, as its collection declares. What hangs on the row goes before
 * it: when the row was changed since it was found, what may have come with that is found, too.
 */
export async function eraseRow(
  services: Services,
  workspace: string,
  found: FoundRow,
  erased: ErasureProgress,
): Promise<void> {
  const { store } = services
  const { collection } = found
  let row: AnyRow | null = found.row
  while (row) {
    const seen: FoundRow = { ...found, row }
    if (seen.isOwn) await removeParts(store, workspace, collection, row.id)
    if (await commitErasure(services, workspace, seen, erased)) return
    row = await collection.get(store, workspace, row.id)
    if (row) await eraseLateParts(services, workspace, { ...found, row }, erased)
  }
}

/** Whether nothing is left to erase in this revision of the row; false when there is a later one. */
async function commitErasure(
  services: Services,
  workspace: string,
  found: FoundRow,
  erased: ErasureProgress,
): Promise<boolean> {
  const { collection, row } = found
  const guard = { ifRev: row.rev }
  const onGuard = () => new RowChanged()
  try {
    const isChanged = await commitChange(services, workspace, (at) => {
      if (found.isOwn && isRemoved(collection)) {
        return { ops: [collection.remove(workspace, row.id, guard)], reply: true, onGuard }
      }
      const patch = erasureOf(found, erased.people)
      if (!patch) return { ops: [], reply: false }
      const { updated_at } = row.keys
      if (typeof updated_at === 'number') patch.set.updated_at = changedAt({ updated_at }, at)
      return { ops: [collection.patch(workspace, row.id, patch, guard)], reply: true, onGuard }
    })
    if (isChanged) noteChanged(erased, found)
    return true
  } catch (error) {
    if (error instanceof RowChanged) return false
    throw error
  }
}

/**
 * The change that an erasure makes to a row, or null for no change. The row of somebody
 * else loses only the fields that hold one of the `names` of the person.
 */
export function erasureOf(
  { collection, row, isOwn }: FoundRow,
  names: ReadonlySet<string>,
): { set: Record<string, ColumnValue>; data: unknown } | null {
  const set: Record<string, ColumnValue> = {}
  const data: Record<string, unknown> = {}
  for (const [field, rule] of rulesOf(collection)) {
    if (typeof rule === 'string' || 'of' in rule) continue
    const value = fieldOf(collection, row, field)
    if (!isOwn && !(typeof value === 'string' && names.has(value))) continue
    const kept = 'is' in rule ? null : rule.erased
    const left: unknown = typeof kept === 'function' ? kept(value, row) : kept
    if (JSON.stringify(left) === JSON.stringify(value)) continue
    if (field in collection.plan.keys) set[field] = left as ColumnValue
    else data[field] = left
  }
  if (Object.keys(set).length + Object.keys(data).length === 0) return null
  return { set, data: { ...(row.data as object | null), ...data } }
}

/** Removes the rows, however many, that go with a row and that need not be read for that. */
async function removeParts(
  store: Store,
  workspace: string,
  collection: AnyCollection,
  id: string,
): Promise<void> {
  for (const { collection: part, key } of removedWith(collection)) {
    const query = {
      in: part.plan.name,
      where: [equals('workspace', workspace), equals(key, id)],
      limit: 500,
    }
    while ((await store.deleteMany(query)).more);
  }
}

async function eraseLateParts(
  services: Services,
  workspace: string,
  { collection, row }: FoundRow,
  erased: ErasureProgress,
): Promise<void> {
  const parts = await findRows(services, workspace, erased.email, {
    from: [{ kind: collection.plan.name, value: row.id }],
    purpose: 'erasure',
  })
  const others = parts.filter((part) => part.row.id !== row.id)
  noteFound(erased, others)
  for (const part of others.reverse()) await eraseRow(services, workspace, part, erased)
}

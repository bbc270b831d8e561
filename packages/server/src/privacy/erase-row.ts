import type { ColumnValue, Store, WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { commitChange } from '../commit/commit-change.ts'
import { moveTeam } from '../conversations/team-state.ts'
import { erasedRowsPerCommit, rowsPerBulkWrite } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import { type ErasureProgress, noteChanged, noteFound } from './erasure-progress.ts'
import {
  type AnyRow,
  type FoundRow,
  fieldOf,
  findRows,
  isRemoved,
  removedWith,
  rulesOf,
} from './find-person-rows.ts'

class RowChanged extends Error {
  override readonly name = 'RowChanged'
}

/**
 * Erases a person from rows, in the order in which they are given. If a row has changed since it was
 * found, the rows of its commit are erased one by one.
 */
export async function eraseRows(
  services: Services,
  workspace: string,
  rows: readonly FoundRow[],
  progress: ErasureProgress,
): Promise<void> {
  for (let at = 0; at < rows.length; at += erasedRowsPerCommit) {
    const together = rows.slice(at, at + erasedRowsPerCommit)
    for (const row of together) await removeParts(services, workspace, row)
    if (await commitErasures(services, workspace, together, progress)) continue
    for (const row of together) await eraseRow(services, workspace, row, progress)
  }
}

/** Erases a person from a row. If the row has changed, first erases the rows that now depend on it. */
async function eraseRow(
  services: Services,
  workspace: string,
  found: FoundRow,
  progress: ErasureProgress,
): Promise<void> {
  const { collection } = found
  let row: AnyRow | null = found.row
  while (row) {
    const seen: FoundRow = { ...found, row }
    await removeParts(services, workspace, seen)
    if (await commitErasures(services, workspace, [seen], progress)) return
    row = await collection.get(services.store, workspace, row.id)
    if (row) await eraseLateParts(services, workspace, { ...found, row }, progress)
  }
}

/** Removes the dependent rows that can be removed without reading them. */
async function removeParts(
  { store }: Services,
  workspace: string,
  { collection, row, isOwn }: FoundRow,
): Promise<void> {
  if (!isOwn) return
  for (const { collection: part, key } of removedWith(collection)) {
    await removeRows(store, workspace, part.plan.name, [key, row.id])
  }
}

/** Erases the person from these revisions of the rows; false if a row has changed since or is gone. */
async function commitErasures(
  services: Services,
  workspace: string,
  rows: readonly FoundRow[],
  progress: ErasureProgress,
): Promise<boolean> {
  try {
    const changed = await commitChange(services, workspace, async (at) => {
      // The writes are sorted, so that two commits with the same rows never deadlock.
      const sorted = rows.toSorted((one, two) => (one.row.id < two.row.id ? -1 : 1))
      const erasures = await Promise.all(
        sorted.map(async (found) => ({
          found,
          ops: await erasureOps(services, workspace, found, progress, at),
        })),
      )
      return {
        ops: erasures.flatMap(({ ops }) => ops),
        reply: erasures.flatMap(({ found, ops }) => (ops.length > 0 ? [found] : [])),
        onGuard: () => new RowChanged(),
      }
    })
    for (const found of changed) noteChanged(progress, found)
    return true
  } catch (error) {
    if (error instanceof RowChanged) return false
    throw error
  }
}

/** The writes that erase the person from this revision of a row, as its collection declares. */
async function erasureOps(
  services: Services,
  workspace: string,
  found: FoundRow,
  { people }: ErasureProgress,
  at: number,
): Promise<readonly WriteOp[]> {
  const { collection, row } = found
  const guard = { ifRev: row.rev }
  if (found.isOwn && isRemoved(collection)) return [collection.remove(workspace, row.id, guard)]
  const erasure = erasureOf(found, people)
  const end = await endHandoff(services, found, at)
  if (!erasure && !end) return []
  const { updated_at } = row.columns
  const set = {
    ...erasure?.set,
    ...(typeof updated_at === 'number' && { updated_at: changedAt({ updated_at }, at) }),
  }
  const data = { ...(erasure?.data ?? (row.data as object | null)), ...end?.data }
  return [collection.patch(workspace, row.id, { set, data }, guard), ...(end?.ops ?? [])]
}

/**
 * The change that gives an erased conversation back to the agent; null if there is nothing to give back.
 * After the erasure, nothing says what the visitor wanted, and the person who has joined has nobody to
 * answer. Without this change, an empty conversation would stay in the inbox forever.
 */
async function endHandoff(
  services: Services,
  { collection, row, isOwn }: FoundRow,
  at: number,
): Promise<{ readonly data: object; readonly ops: readonly WriteOp[] } | null> {
  if (!isOwn || collection.plan.name !== conversations.plan.name) return null
  const conversation = row as StoredConversation
  if (teamOf(conversation).state === 'agent') return null
  const edit = await moveTeam(services, conversation, 'giveBack', at)
  return { data: edit?.data ?? {}, ops: edit?.ops ?? [] }
}

/**
 * The change that an erasure makes to a row that stays; null for none. A row of somebody else loses only
 * the fields whose value is one of the person's `names`.
 */
export function erasureOf(
  { collection, row, isOwn }: FoundRow,
  names: ReadonlySet<string>,
): { set: Record<string, ColumnValue>; data: object } | null {
  // In these collections, the person's own rows are removed. A row of somebody else stays unchanged,
  // because its columns with names must not be null.
  if (isRemoved(collection)) return null
  const set: Record<string, ColumnValue> = {}
  const data: Record<string, unknown> = {}
  for (const [field, rule] of rulesOf(collection)) {
    if (typeof rule === 'string' || 'of' in rule) continue
    const value = fieldOf(collection, row, field)
    if (!isOwn && !(typeof value === 'string' && names.has(value))) continue
    const erased = 'is' in rule ? null : rule.erased
    const rest: unknown = typeof erased === 'function' ? erased(value, row) : erased
    if (JSON.stringify(rest) === JSON.stringify(value)) continue
    if (field in collection.plan.columns) set[field] = rest as ColumnValue
    else data[field] = rest
  }
  if (Object.keys(set).length + Object.keys(data).length === 0) return null
  return { set, data: { ...(row.data as object | null), ...data } }
}

/** Removes all rows of a collection with the given value in a column. */
export async function removeRows(
  store: Store,
  workspace: string,
  collection: string,
  [column, value]: readonly [string, string],
): Promise<void> {
  const where = [equals('workspace', workspace), equals(column, value)]
  while ((await store.deleteMany({ in: collection, where, limit: rowsPerBulkWrite })).more);
}

async function eraseLateParts(
  services: Services,
  workspace: string,
  { collection, row }: FoundRow,
  progress: ErasureProgress,
): Promise<void> {
  const parts = await findRows(services, workspace, progress.email, {
    from: [{ kind: collection.plan.name, value: row.id }],
    purpose: 'erasure',
  })
  const others = parts.filter((part) => part.row.id !== row.id)
  noteFound(progress, others)
  await eraseRows(services, workspace, others.reverse(), progress)
}

import type { AnyRow, FoundRow } from './find-person-rows.ts'
import type { Subject } from './find-subject.ts'

/** The findings and changes of an erasure in progress. */
export interface ErasureProgress {
  /** The id of the receipt. */
  readonly id: string
  /** The text that identifies the person, see {@link Subject}. */
  readonly name: string
  /** The address; empty if none is known. */
  readonly email: string
  /**
   * The texts that identify the person in stored answers: the one above, and the ids of the person's rows.
   */
  readonly people: Set<string>
  /**
   * The person's rows that this erasure changed or removed, by collection and id. A simultaneous erasure
   * finds the same rows, but only one of the two changes or removes each row.
   */
  readonly changed: Map<string, Map<string, AnyRow>>
  /** Whether the erasure found any rows or stored answers about the person. */
  hasFound: boolean
}

export function nothingErased(id: string, { name, email }: Subject): ErasureProgress {
  return { id, name, email, people: new Set([name]), changed: new Map(), hasFound: false }
}

export function noteFound(erased: ErasureProgress, rows: readonly FoundRow[]): void {
  erased.hasFound ||= rows.length > 0
  for (const { collection, row, isOwn } of rows) {
    if (isOwn && collection.plan.ids) erased.people.add(row.id)
  }
}

export function noteChanged(
  { changed }: ErasureProgress,
  { collection, row, isOwn }: FoundRow,
): void {
  if (!isOwn) return
  const { name } = collection.plan
  changed.set(name, (changed.get(name) ?? new Map<string, AnyRow>()).set(row.id, row))
}

import type { AnyRow, FoundRow } from './find-person.ts'
import type { Subject } from './subject.ts'

/** What an erasure has done so far: its receipt counts it, its replays must not show it. */
export interface ErasureProgress {
  /** The id of the receipt to come. */
  readonly id: string
  /** What the person was named by: an address in lower case, or an id. */
  readonly name: string
  /** The address; empty where none is known. */
  readonly email: string
  /** The address, and the ids of what belongs to the person: what an answer names them by. */
  readonly people: Set<string>
  /**
   * The rows of the person that this erasure changed, by their collections and ids. Another one at
   * the same time finds the same rows, and each of them is changed by one of the two.
   */
  readonly changed: Map<string, Map<string, AnyRow>>
  /** Whether anything about the person was there: rows, or answers kept for retries. */
  hasFound: boolean
}

/** An erasure that has found nothing yet. */
export function nothingErased(id: string, { name, email }: Subject): ErasureProgress {
  return { id, name, email, people: new Set([name]), changed: new Map(), hasFound: false }
}

/** Notes whom the rows are about that an erasure has found. */
export function noteFound(erased: ErasureProgress, rows: readonly FoundRow[]): void {
  erased.hasFound ||= rows.length > 0
  for (const { collection, row, isOwn } of rows) {
    if (isOwn && collection.plan.ids) erased.people.add(row.id)
  }
}

/** Notes a row that an erasure has changed. */
export function noteChanged(
  { changed }: ErasureProgress,
  { collection, row, isOwn }: FoundRow,
): void {
  if (!isOwn) return
  const { name } = collection.plan
  changed.set(name, (changed.get(name) ?? new Map<string, AnyRow>()).set(row.id, row))
}

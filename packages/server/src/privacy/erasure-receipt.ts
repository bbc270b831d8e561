import type { AnyRow, FoundRow } from './find-person.ts'

/** The findings of an erasure so far: its receipt counts it, its replays must not show it. */
export interface Erased {
  /** The id of the receipt to come. */
  readonly id: string
  /** In lower case. */
  readonly email: string
  /** The address, and the ids of what belongs to the person: what an answer names them by. */
  readonly people: Set<string>
  /** The rows of the person that were found, by their collections and ids. */
  readonly found: Map<string, Map<string, AnyRow>>
  /** The ids of the events that were changed. */
  readonly events: Set<string>
}

/** An erasure that has found nothing yet. */
export function nothingErased(id: string, email: string): Erased {
  return { id, email, people: new Set([email]), found: new Map(), events: new Set() }
}

/** Notes the rows that an erasure has found. */
export function noteFound({ people, found }: Erased, rows: readonly FoundRow[]): void {
  for (const { collection, row, isOwn } of rows) {
    if (!isOwn) continue
    const { name, ids } = collection.plan
    if (ids) people.add(row.id)
    found.set(name, (found.get(name) ?? new Map<string, AnyRow>()).set(row.id, row))
  }
}

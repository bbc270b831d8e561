import type { AnyRow, FoundRow } from './find-person.ts'

/** The findings of an erasure so far: its receipt counts it, its replays must not show it. */
export type Erased = Readonly<ReturnType<typeof nothingErased>>

/** An erasure that has found nothing yet; `id` is that of the receipt to come. */
export function nothingErased(id: string, email: string) {
  return {
    id,
    /** In lower case. */
    email,
    /** The address, and the ids of what belongs to the person: what an answer names them by. */
    people: new Set([email]),
    /** The rows of the person that were found, by their collections and ids. */
    found: new Map<string, Map<string, AnyRow>>(),
    /** The ids of the events that were changed. */
    events: new Set<string>(),
  }
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

import type { AnyRow, FoundRow } from './find-person.ts'

/** What an erasure has done so far: its receipt counts it, its replays must not show it. */
export type Erased = Readonly<ReturnType<typeof nothingErased>>

/** An erasure that has found nothing yet; `id` is that of the receipt to come. */
export function nothingErased(id: string, email: string) {
  return {
    id,
    /** In lower case. */
    email,
    /** The address, and the ids of what belongs to the person: what an answer names them by. */
    people: new Set([email]),
    /**
     * The rows of the person that this erasure changed, by their collections and ids. Another one at
     * the same time finds the same rows, and each of them is changed by one of the two.
     */
    changed: new Map<string, Map<string, AnyRow>>(),
  }
}

/** Notes whom the rows are about that an erasure has found. */
export function noteFound({ people }: Erased, rows: readonly FoundRow[]): void {
  for (const { collection, row, isOwn } of rows) {
    if (isOwn && collection.plan.ids) people.add(row.id)
  }
}

/** Notes a row that an erasure has changed. */
export function noteChanged({ changed }: Erased, { collection, row, isOwn }: FoundRow): void {
  if (!isOwn) return
  const { name } = collection.plan
  changed.set(name, (changed.get(name) ?? new Map<string, AnyRow>()).set(row.id, row))
}

import { collection, type Stored } from './collection.ts'

interface UnfinishedErasureKeys {
  workspace: string
  /** When a worker finishes it; the request itself is faster, unless it dies. */
  due_at: number | null
  lease: string | null
}

/**
 * Erasures whose last steps are still to be done: the answers about these people, as
 * `answer_people` names them, and the log of the database. Removed at the end.
 */
export const unfinishedErasures = collection<
  UnfinishedErasureKeys,
  { readonly people: readonly string[] }
>({
  name: 'unfinished_erasures',
  keys: { workspace: 'text', due_at: 'integer', lease: 'text' },
  indexes: [{ name: 'unfinished_erasures_due', on: ['due_at'] }],
  kept: 'until done',
  fields: { people: 'sealed' },
})

export type StoredUnfinishedErasure = Stored<
  UnfinishedErasureKeys,
  { readonly people: readonly string[] }
>

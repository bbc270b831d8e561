import { collection } from './collection.ts'
import { type ColumnsOf, orNull } from './declaration.ts'

const unfinishedErasureKeys = {
  workspace: 'text',
  /** When a worker finishes it; the request itself is faster, unless it dies. */
  due_at: orNull('integer'),
  lease: orNull('text'),
} as const
type UnfinishedErasureKeys = ColumnsOf<typeof unfinishedErasureKeys>

/**
 * Erasures whose last steps are still to be done: the answers about these people, as
 * `answer_people` names them, and the log of the database. Removed at the end.
 */
export const unfinishedErasures = collection<
  UnfinishedErasureKeys,
  { readonly people: readonly string[] }
>({
  name: 'unfinished_erasures',
  keys: unfinishedErasureKeys,
  indexes: [{ name: 'unfinished_erasures_due', on: ['due_at'] }],
  retention: 'until done',
  fields: { people: 'sealed' },
})

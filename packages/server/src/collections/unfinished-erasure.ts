import { collection } from './collection.ts'
import { orNull } from './declare-collection.ts'

const unfinishedErasureColumns = {
  workspace: 'text',
  /** When a worker takes over, unless the request finishes the erasure first. */
  due_at: orNull('integer'),
  lease: orNull('text'),
} as const

/**
 * Erasures whose last steps are not done yet. These steps erase the stored answers about `people`, scrub
 * the database, and then remove the row. `people` contains the signatures that `answer_people` uses.
 */
export const unfinishedErasures = collection<
  typeof unfinishedErasureColumns,
  { readonly people: readonly string[] }
>({
  name: 'unfinished_erasures',
  columns: unfinishedErasureColumns,
  indexes: [{ name: 'unfinished_erasures_due', on: ['due_at'] }],
  retention: 'until done',
  fields: { people: 'sealed' },
})

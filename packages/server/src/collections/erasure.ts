import type { Erasure } from '@doorkit/models'
import { collection } from './collection.ts'
import { orNull, plain } from './declare-collection.ts'

/** The receipts of erasures: the counts of rows, and only a hash of the person's address or id. */
export const erasures = collection<{ workspace: 'text'; created_at: 'integer' }, Erasure>({
  name: 'erasures',
  columns: { workspace: 'text', created_at: 'integer' },
  indexes: [{ name: 'erasures_created', on: ['workspace', 'created_at'] }],
  retention: 'forever',
  fields: { ...plain('object', 'id'), email_hash: 'sealed' },
})

const unfinishedErasureColumns = {
  workspace: 'text',
  /** When a worker takes over, unless the request finishes the erasure first. */
  due_at: orNull('integer'),
  lease: orNull('text'),
} as const

/**
 * Erasures whose last steps are not done yet. These steps erase the stored answers about `people`, and
 * scrub the database. `people` contains the signatures that `answer_people` uses.
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

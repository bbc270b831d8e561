import type { Erasure } from '@doorkit/models'
import { collection } from './collection.ts'
import { plain } from './declare-collection.ts'

/** The receipts of erasures: the counts of rows and a hash of the address, but never the address itself. */
export const erasures = collection<{ workspace: 'text'; created_at: 'integer' }, Erasure>({
  name: 'erasures',
  columns: { workspace: 'text', created_at: 'integer' },
  indexes: [{ name: 'erasures_created', on: ['workspace', 'created_at'] }],
  retention: 'forever',
  fields: { ...plain('object', 'id'), email_hash: 'sealed' },
})

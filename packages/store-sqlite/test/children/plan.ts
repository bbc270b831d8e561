import type { SchemaPlan } from '@doorkit/store'
import { stamped } from '@doorkit/store-tests'

/** The plan that the processes of one test share. */
export const plan: SchemaPlan = {
  collections: [
    stamped,
    {
      name: 'jobs',
      columns: { due: 'integer', lease: 'text', count: 'integer' },
      indexes: [{ name: 'by_due', on: ['due'] }],
    },
  ],
}

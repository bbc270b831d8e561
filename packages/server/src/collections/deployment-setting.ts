import { directory } from './collection.ts'
import { plain } from './declare-collection.ts'

/** Settings of the deployment itself, by name. */
export const settings = directory<Record<never, never>, { value: string }>({
  name: 'settings',
  columns: {},
  indexes: [],
  retention: 'forever',
  fields: plain('value'),
})

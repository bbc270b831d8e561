import { directory } from './collection.ts'
import { plain } from './declare-collection.ts'

/** Single values of the deployment, such as its signing key, by name. */
export const settings = directory<Record<never, never>, { value: string }>({
  name: 'settings',
  columns: {},
  indexes: [],
  retention: 'forever',
  fields: plain('value'),
})

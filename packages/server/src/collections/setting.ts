import { collection } from './collection.ts'

/** Facts of the deployment itself, by name. */
export const settings = collection<Record<never, never>, { value: string }>({
  name: 'settings',
  keys: {},
  indexes: [],
  kept: 'for ever',
  fields: { value: 'sealed' },
})

import type { SchemaPlan } from '@doorkit/store'
import type { AnyCollection } from './collection.ts'
import * as everyCollection from './every-collection.ts'

/** Every collection of the server kit. */
export const collections = Object.values(everyCollection) as unknown as readonly AnyCollection[]

/** The plan of all collections, for a store. */
export const schemaPlan: SchemaPlan = {
  version: 1,
  collections: collections.map(({ plan }) => plan),
}

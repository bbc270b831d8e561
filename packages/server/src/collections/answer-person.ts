import { collection } from './collection.ts'
import { until } from './declaration.ts'

/**
 * Whom the answers kept for retries are about, so that an erasure finds them. `person` is a
 * signature of an address or an id: a reader of the database cannot try addresses against it.
 */
export const answerPeople = collection<
  { workspace: string; person: string; answer: string; expires_at: number },
  null
>({
  name: 'answer_people',
  keys: { workspace: 'text', person: 'text', answer: 'text', expires_at: 'integer' },
  indexes: [
    { name: 'answer_people_person', on: ['workspace', 'person'] },
    { name: 'answer_people_age', on: ['expires_at'] },
  ],
  kept: until('expires_at'),
  fields: { answer: 'plain', person: 'sealed' },
})

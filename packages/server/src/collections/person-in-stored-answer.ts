import type { Filter } from '@doorkit/store'
import { collection, equals } from './collection.ts'
import { type StoredRow, until } from './declare-collection.ts'

const answerPersonColumns = { workspace: 'text', answer: 'text', expires_at: 'integer' } as const

/**
 * A row for each stored answer and each person whom it is about, or one row for everybody. An erasure
 * finds the answers about a person by these rows. The id of a row begins with a signature of the person's
 * address or id, and ends with the request id. So the rows of a person are adjacent, and a reader of the
 * database cannot tell who the person is.
 */
export const answerPeople = collection<typeof answerPersonColumns, null>({
  name: 'answer_people',
  columns: answerPersonColumns,
  indexes: [{ name: 'answer_people_age', on: ['expires_at'] }],
  retention: until('expires_at'),
  fields: { answer: 'plain' },
})

export type StoredAnswerPerson = StoredRow<typeof answerPersonColumns, null>

export function answerPersonId(person: string, requestId: string): string {
  return `${person}.${requestId}`
}

/** The id of the request that got the answer. */
export function requestIdOf({ id }: StoredAnswerPerson): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

/** Selects the rows of a person. */
export function ofPerson(workspace: string, person: string): Filter {
  return [
    equals('workspace', workspace),
    { column: 'id', op: 'gte', value: `${person}.` },
    { column: 'id', op: 'lt', value: `${person}/` },
  ]
}

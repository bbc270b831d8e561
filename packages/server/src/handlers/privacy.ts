import { normalizeEmail } from '@doorkit/models'
import { erasePerson } from '../privacy/erase-person.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { subjectOf } from '../privacy/find-subject.ts'
import { everybody } from '../privacy/people-in-text.ts'
import type { Handlers } from './handler-types.ts'

export const privacy: Handlers['privacy'] = {
  export: ({ body }, context) => {
    // The exported transcripts and bookings may be about other people, too.
    context.about(everybody)
    return exportPerson(context, subjectOf(normalizeEmail(body.email)))
  },
  erase: ({ body }, context) =>
    erasePerson(context, subjectOf(normalizeEmail(body.email)), (erasure) => erasure),
}

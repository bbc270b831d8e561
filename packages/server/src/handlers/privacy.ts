import { normalizeEmail } from '@doorkit/models'
import { erasePerson } from '../privacy/erase.ts'
import { exportPerson } from '../privacy/export.ts'
import type { Handlers } from './handler.ts'

export const privacy: Handlers['privacy'] = {
  export: ({ body }, context) => exportPerson(context, normalizeEmail(body.email)),
  erase: ({ body }, context) =>
    erasePerson(context, normalizeEmail(body.email), (erasure) => erasure),
}

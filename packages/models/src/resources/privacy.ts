import * as z from 'zod'
import { Email } from '../email.ts'
import { Erasure } from '../erasure.ts'
import { created, defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { Contact } from './contacts.ts'
import { Conversation } from './conversations.ts'

/** Whom a privacy operation is about. In the body, so that the address stays out of URLs. */
export const PrivacySubject = z.strictObject({ email: Email }).meta({ id: 'PrivacySubject' })
export type PrivacySubject = z.infer<typeof PrivacySubject>

/** An attempt to book a meeting, or a booking over a personal link, in an export. */
export const BookingRecord = z
  .object({
    id: z.string(),
    status: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: Timestamp,
    meeting: z.string().nullable(),
  })
  .meta({ id: 'BookingRecord', extension: true })
export type BookingRecord = z.infer<typeof BookingRecord>

/** Everything held about one person (spec: Privacy export). */
export const PrivacyExport = z
  .object({
    object: z.literal('privacy_export'),
    email: z.string().meta({ description: 'In lower case.' }),
    generated_at: Timestamp,
    contact: Contact.nullable(),
    conversations: z
      .array(Conversation)
      .meta({ description: 'Every conversation naming the person, with its transcript.' }),
    booking_attempts: z.array(BookingRecord),
    link_bookings: z.array(BookingRecord),
  })
  .meta({ id: 'PrivacyExport' })
export type PrivacyExport = z.infer<typeof PrivacyExport>

/** Exporting and erasing what is held about one person (spec: Behaviour of privacy operations). */
export const privacy = defineOperations({
  /** Export everything held about one person. */
  export: {
    summary: 'Export everything held about one person.',
    method: 'POST',
    path: '/privacy/exports',
    scope: 'privacy:write',
    cost: 'heavy',
    body: PrivacySubject,
    reply: json(PrivacyExport),
    replayed: false,
  },
  /** Erase everything held about one person, for good. */
  erase: {
    summary: 'Erase everything held about one person, for good.',
    method: 'POST',
    path: '/privacy/erasures',
    scope: 'privacy:write',
    cost: 'standard',
    body: PrivacySubject,
    reply: created(Erasure),
  },
})

import * as z from 'zod'
import { Email } from '../email.ts'
import { Erasure } from '../erasure.ts'
import { ContactId } from '../ids.ts'
import { PageQuery, updatedSince } from '../list.ts'
import { defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** Your own facts about a contact: up to 50 members. */
export const ContactAttributes = z
  .record(
    z
      .string()
      .regex(
        /^[A-Za-z0-9_.-]{1,64}$/,
        'The name of an attribute has 1 to 64 letters, digits, `_`, `.` or `-`.',
      ),
    z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
  )
  .refine((attributes) => Object.keys(attributes).length <= 50, 'At most 50 attributes.')
  .meta({ maxProperties: 50 })
export type ContactAttributes = z.infer<typeof ContactAttributes>

const name = z.string().max(200).nullable().optional().meta({ extension: true })
const externalId = z
  .string()
  .min(1)
  .max(255)
  .nullable()
  .meta({ description: 'Your own id for the person; unique in the workspace.' })

/** Somebody whom the workspace knows by an email address (docs/api.md#contact). */
export const Contact = z
  .object({
    id: ContactId,
    object: z.literal('contact'),
    email: z.string().meta({ description: 'In lower case; unique in the workspace.' }),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    name: z.string().nullable(),
    company: z.string().nullable(),
    phone: z.string().nullable(),
    external_id: z.string().nullable().meta({ description: 'Your own id for the person.' }),
    attributes: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ description: 'Your own facts about the person.' }),
    identity_verified: z.boolean().meta({
      description: 'Whether the person is verified as the owner of the address.',
    }),
    source: z.enum(['api', 'chat', 'import']).meta({ description: 'The origin of the contact.' }),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

/** The fields of a contact that can be changed. Null clears a text, and omitted fields do not change. */
export const ContactUpdate = z
  .strictObject({
    first_name: name,
    last_name: name,
    name,
    company: name,
    phone: z.string().max(40).nullable().optional().meta({ extension: true }),
    external_id: externalId.optional(),
    attributes: ContactAttributes.optional().meta({
      description: 'Merged member by member; null removes a member.',
      extension: true,
    }),
  })
  .meta({ id: 'ContactUpdate' })
export type ContactUpdate = z.infer<typeof ContactUpdate>

/** A contact to create, or to update if the email is known. */
export const ContactUpsert = z
  .strictObject({ email: Email, ...ContactUpdate.shape })
  .meta({ id: 'ContactUpsert' })
export type ContactUpsert = z.infer<typeof ContactUpsert>

/** The answer to the deletion of a contact, with the receipt of the erasure. */
export const ContactDeleted = z
  .object({
    id: ContactId.meta({ extension: true }),
    object: z.literal('contact').meta({ extension: true }),
    deleted: z.literal(true).meta({ extension: true }),
    erasure: Erasure,
  })
  .meta({ id: 'ContactDeleted' })
export type ContactDeleted = z.infer<typeof ContactDeleted>

/** Reading, writing and deleting contacts. */
export const contacts = defineOperations({
  /** List contacts, most recently changed first. */
  list: {
    summary: 'List contacts, most recently changed first.',
    method: 'GET',
    path: '/contacts',
    scope: 'contacts:read',
    cost: 'standard',
    query: PageQuery.extend({
      updated_since: updatedSince,
      email: Email.optional().meta({ description: 'Only the contact with this address.' }),
    }),
    reply: listOf(Contact),
  },
  /** Fetch one contact. */
  get: {
    summary: 'Fetch one contact.',
    method: 'GET',
    path: '/contacts/{id}',
    params: { id: ContactId },
    scope: 'contacts:read',
    cost: 'standard',
    reply: json(Contact),
    extension: true,
  },
  /** Create a contact, or update the one with the same email. */
  upsert: {
    summary: 'Create a contact, or update the one with the same email.',
    method: 'POST',
    path: '/contacts',
    scope: 'contacts:write',
    cost: 'standard',
    body: ContactUpsert,
    reply: json(Contact),
    errors: ['conflict'],
  },
  /** Change fields of a contact. */
  update: {
    summary: 'Change fields of a contact.',
    method: 'PATCH',
    path: '/contacts/{id}',
    params: { id: ContactId },
    scope: 'contacts:write',
    cost: 'standard',
    body: ContactUpdate,
    reply: json(Contact),
    errors: ['conflict'],
  },
  /** Delete a contact, and erase everything held about the person. */
  delete: {
    summary: 'Delete a contact, and erase everything held about the person.',
    method: 'DELETE',
    path: '/contacts/{id}',
    params: { id: ContactId },
    scope: 'privacy:write',
    cost: 'standard',
    reply: json(ContactDeleted),
  },
})

import * as z from 'zod'

/** The query of a list. */
export const ListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  starting_after: z.string().optional(),
})

export const IdParams = z.strictObject({ id: z.string().regex(/^[a-z]+_[0-9a-z]+$/) })

const name = z.string().max(200).nullable().optional()

/** The body of an upsert. */
export const ContactUpsert = z.strictObject({
  email: z.email().max(254).toLowerCase(),
  first_name: name,
  last_name: name,
  name,
  company: name,
  phone: z.string().max(40).nullable().optional(),
  external_id: z.string().min(1).max(255).nullable().optional(),
  attributes: z
    .record(
      z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
      z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
    )
    .refine((attributes) => Object.keys(attributes).length <= 50)
    .optional(),
})

export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** The query of one conversation. */
export const ConversationQuery = z.strictObject({ expand: z.literal('messages').optional() })

/** The body of a visitor's message. */
export const ChatMessageSend = z.strictObject({
  text: z.string().min(1).max(4_000),
  stream: z.boolean().optional(),
})

import * as z from 'zod'
import { ErasureId } from './ids.ts'

/** The receipt of an erasure: counts, and a hash of the address, never the address. */
export const Erasure = z
  .object({
    object: z.literal('privacy_erasure'),
    id: ErasureId,
    email_hash: z
      .string()
      .meta({ description: 'A hash of the address. The address itself is not stored.' }),
    conversations: z.int().min(0).meta({ description: 'How many conversations were changed.' }),
    booking_attempts: z.int().min(0),
    link_bookings: z.int().min(0),
    events: z.int().min(0),
    contact_deleted: z.boolean(),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>

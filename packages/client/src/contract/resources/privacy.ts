// biome-ignore-all format: made from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { WriteOptions } from '../../call/call-options.ts'
import type { Contact } from './contacts.ts'
import type { Conversation } from './conversations.ts'

/** The receipt of an erasure: counts, and a hash of the address, never the address. */
export interface Erasure {
  object: 'privacy_erasure'
  id: `era_${string}`
  /** Of the address, which is not kept. */
  email_hash: string
  /** How many were changed, as with the counts below. */
  conversations: number
  booking_attempts: number
  link_bookings: number
  events: number
  contact_deleted: boolean
}

/** Whom a privacy operation is about. In the body, so that the address stays out of URLs. */
export interface PrivacySubject {
  /** An email address. At most 254 characters. */
  email: string
}

/** An attempt to book a meeting, or a booking over a personal link, in an export. */
export interface BookingRecord {
  id: string
  status: string
  name: string | null
  email: string | null
  /** A time in ISO 8601. */
  created_at: string
  meeting: string | null
}

/** Everything held about one person. */
export interface PrivacyExport {
  object: 'privacy_export'
  /** In lower case. */
  email: string
  /** A time in ISO 8601. */
  generated_at: string
  contact: Contact | null
  /** Every conversation naming the person, with its transcript. */
  conversations: Conversation[]
  booking_attempts: BookingRecord[]
  link_bookings: BookingRecord[]
}

/** Exporting and erasing what is held about one person. */
export interface Privacy {
  /**
   * Export everything held about one person.
   *
   * Scope `privacy:write`; heavy cost (fewer are allowed); retried under one idempotency key.
   *
   * @throws ApiError a `GeneralErrorCode`
   * @example
   * ```ts
   * const held = await doorkit.privacy.export({ email: 'ada@example.com' })
   * console.log(held.contact?.first_name, held.conversations.length)
   * ```
   */
  export(input: PrivacySubject, options?: WriteOptions): Call<PrivacyExport>
  /**
   * Erase everything held about one person, for good.
   *
   * Scope `privacy:write`; standard cost; retried under one idempotency key.
   *
   * @throws ApiError a `GeneralErrorCode`
   * @example
   * ```ts
   * const receipt = await doorkit.privacy.erase({ email: 'ada@example.com' })
   * console.log(receipt.contact_deleted, receipt.conversations)
   * ```
   */
  erase(input: PrivacySubject, options?: WriteOptions): Call<Erasure>
}

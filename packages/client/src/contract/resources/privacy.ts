// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { WriteOptions } from '../../call/call-options.ts'
import type { Contact } from './contacts.ts'
import type { Conversation } from './conversations.ts'
import type { Erasure } from './erasure.ts'
import type { Meeting } from './meetings.ts'

/** The person of a privacy operation. The address is sent in the body, to keep it out of URLs. */
export interface PrivacySubject {
  /** An email address. At most 254 characters. */
  email: string
}

/** In an export: an attempt to book a meeting, or a booking through a personal link. */
export interface BookingRecord {
  id: string
  status: string
  name: string | null
  email: string | null
  /** An ISO 8601 time. */
  created_at: string
  meeting: string | null
}

/** In an export: the verified details of the visitor of a chat session, and its context. */
export interface ChatSessionRecord {
  id: `chs_${string}`
  conversation: `conv_${string}`
  visitor: {
    name: string | null
    email: string | null
    external_id: string | null
  }
  context: Record<string, string | number | boolean>
  /** An ISO 8601 time. */
  created_at: string
}

/** In an export: the content of a message besides its text. */
export interface MessageDetails {
  id: `msg_${string}`
  conversation: `conv_${string}`
  tool_calls: {
    name: string
    /** The input as JSON. */
    input: string
    /** The output as JSON; null if the call failed. */
    output: string | null
    error: string | null
  }[]
  sources: {
    url: string | null
    title: string | null
  }[]
  /** The text that the agent had written when its turn ended without an answer. */
  unfinished: string | null
}

/** In an export: a visit of the person, with or without a chat. */
export interface VisitRecord {
  id: string
  /** An ISO 8601 time. */
  started_at: string
  /** The site API's id of the visitor, or the id that the host reported; null if none is stored. */
  visitor: string | null
  page_url: string
  source: string
  device: string
  country: string | null
  utm: Record<string, string>
}

/** Everything held about one person. */
export interface PrivacyExport {
  object: 'privacy_export'
  /** In lower case. */
  email: string
  /** An ISO 8601 time. */
  generated_at: string
  contact: Contact | null
  /** Every conversation that names the person, with its transcript. */
  conversations: Conversation[]
  booking_attempts: BookingRecord[]
  link_bookings: BookingRecord[]
  chat_sessions: ChatSessionRecord[]
  meetings: Meeting[]
  visits: VisitRecord[]
  /** The content of the exported messages besides their text. */
  message_details: MessageDetails[]
}

/** Exporting and erasing what is held about one person. */
export interface Privacy {
  /**
   * Export everything held about one person.
   *
   * Scope `privacy:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const personalData = await doorkit.privacy.export({ email: 'ada@example.com' })
   * console.log(personalData.contact?.first_name, personalData.conversations.length)
   * ```
   */
  export(input: PrivacySubject, options?: WriteOptions): Call<PrivacyExport>
  /**
   * Erase everything held about one person, for good.
   *
   * Scope `privacy:write`; retried under one idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const receipt = await doorkit.privacy.erase({ email: 'ada@example.com' })
   * console.log(receipt.contact_deleted, receipt.conversations)
   * ```
   */
  erase(input: PrivacySubject, options?: WriteOptions): Call<Erasure>
}

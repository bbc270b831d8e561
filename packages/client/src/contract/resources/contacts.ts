// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { ContactId } from '../ids.ts'
import type { Erasure } from './erasure.ts'
import type { PageQuery } from './page-query.ts'

/** Somebody whom the workspace knows by an email address. */
export interface Contact {
  id: `ct_${string}`
  object: 'contact'
  /** In lower case; unique in the workspace. */
  email: string
  first_name: string | null
  last_name: string | null
  name: string | null
  company: string | null
  phone: string | null
  /** Your own id for the person. */
  external_id: string | null
  /** Your own facts about the person. */
  attributes: Record<string, string | number | boolean | null>
  /** Whether the person is verified as the owner of the address. */
  identity_verified: boolean
  /** The origin of the contact. */
  source: 'api' | 'chat' | 'import' | (string & {})
  /** An ISO 8601 time. */
  first_seen_at: string
  /** An ISO 8601 time. */
  last_seen_at: string
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
}

/**
 * The fields of a contact that can be changed. Null clears a text, and omitted fields do not
 * change.
 */
export interface ContactUpdate {
  /** At most 200 characters. */
  first_name?: string | null | undefined
  /** At most 200 characters. */
  last_name?: string | null | undefined
  /** At most 200 characters. */
  name?: string | null | undefined
  /** At most 200 characters. */
  company?: string | null | undefined
  /** At most 40 characters. */
  phone?: string | null | undefined
  /** Your own id for the person; unique in the workspace. 1 to 255 characters. */
  external_id?: string | null | undefined
  /**
   * Merged member by member; null removes a member. At most 50 members. Names of the form
   * `^[A-Za-z0-9_.-]{1,64}$`. Text of at most 500 characters.
   */
  attributes?: Record<string, string | number | boolean | null> | undefined
}

/** A contact to create, or to update if the email is known. */
export interface ContactUpsert extends ContactUpdate {
  /** An email address. At most 254 characters. */
  email: string
}

/** The answer to the deletion of a contact, with the receipt of the erasure. */
export interface ContactDeleted {
  id: `ct_${string}`
  object: 'contact'
  deleted: true
  erasure: Erasure
}

/** The filters of `contacts.list`. */
export interface ContactsListQuery extends PageQuery {
  /** Only items that changed at this time or later. An ISO 8601 time. */
  updated_since?: string | Date | undefined
  /** Only the contact with this address. An email address. At most 254 characters. */
  email?: string | undefined
}

/** Reading, writing and deleting contacts. */
export interface Contacts {
  /**
   * List contacts, most recently changed first.
   *
   * Scope `contacts:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const contact of doorkit.contacts.list({
   *   updated_since: '2026-10-01T00:00:00Z',
   * })) {
   *   console.log(contact.email, contact.company)
   * }
   * ```
   */
  list(query?: ContactsListQuery, options?: ListOptions): ListCall<Contact>
  /**
   * Fetch one contact.
   *
   * Scope `contacts:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const contact = await doorkit.contacts.get(contactId)
   * console.log(contact.email, contact.source)
   * ```
   */
  get(id: ContactId | (string & {}), options?: CallOptions): Call<Contact>
  /**
   * Create a contact, or update the one with the same email.
   *
   * Scope `contacts:write`; retried under one idempotency key.
   *
   * @throws ApiError `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const contact = await doorkit.contacts.upsert({
   *   email: 'ada@example.com',
   *   company: 'Analytical',
   *   attributes: { plan: 'trial', seats: 3 },
   * })
   * console.log(contact.id)
   * ```
   */
  upsert(input: ContactUpsert, options?: WriteOptions): Call<Contact>
  /**
   * Change fields of a contact.
   *
   * Scope `contacts:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const contact = await doorkit.contacts.update(contactId, {
   *   external_id: 'crm-7',
   *   company: null,
   * })
   * console.log(contact.external_id, contact.company)
   * ```
   */
  update(id: ContactId | (string & {}), input: ContactUpdate, options?: WriteOptions): Call<Contact>
  /**
   * Delete a contact, and erase everything held about the person.
   *
   * Scope `privacy:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { erasure } = await doorkit.contacts.delete(contactId)
   * console.log(erasure.contact_deleted, erasure.conversations)
   * ```
   */
  delete(id: ContactId | (string & {}), options?: WriteOptions): Call<ContactDeleted>
}

import { type Contact, type Id, toTimestamp } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { collection, equals } from './collection.ts'
import { orNull, type StoredRow } from './declare-collection.ts'

type ShownField = 'first_name' | 'last_name' | 'name' | 'company' | 'phone' | 'attributes'

export interface ContactData
  extends Readonly<Pick<Contact, ShownField | 'identity_verified' | 'source'>> {
  readonly first_seen_at: number
  readonly last_seen_at: number
}

const contactColumns = {
  workspace: 'text',
  /** In lower case. */
  email: 'text',
  external_id: orNull('text'),
  created_at: 'integer',
  updated_at: 'integer',
} as const

/** The people whom a workspace knows by an email address. */
export const contacts = collection<typeof contactColumns, ContactData>({
  name: 'contacts',
  columns: contactColumns,
  indexes: [
    { name: 'contacts_updated', on: ['workspace', 'updated_at'] },
    { name: 'contacts_email', on: ['workspace', 'email'], unique: true },
    { name: 'contacts_external_id', on: ['workspace', 'external_id'], unique: true },
  ],
  retention: 'until deleted',
  fields: {
    email: { is: 'email' },
    external_id: { is: 'external_id', beside: 'email' },
    first_name: 'personal',
    last_name: 'personal',
    name: 'personal',
    company: 'personal',
    phone: 'personal',
    attributes: 'personal',
    source: 'plain',
  },
  ids: 'contact',
  exported: (row) => ['contact', toContact(row)],
})

export type StoredContact = StoredRow<typeof contactColumns, ContactData>

/** The data of a contact of whom only the address is known. */
export function newContact(source: ContactData['source'], at: number): ContactData {
  return {
    first_name: null,
    last_name: null,
    name: null,
    company: null,
    phone: null,
    attributes: {},
    identity_verified: false,
    source,
    first_seen_at: at,
    last_seen_at: at,
  }
}

/** Finds the contact with an address, which must be in lower case. */
export function findContact(
  store: Store,
  workspace: string,
  email: string,
): Promise<StoredContact | null> {
  return contacts.first(store, 'contacts_email', [
    equals('workspace', workspace),
    equals('email', email),
  ])
}

export function toContact(row: Pick<StoredContact, 'id' | 'columns' | 'data'>): Contact {
  const { columns, data } = row
  return {
    id: row.id as Id<'contact'>,
    object: 'contact',
    email: columns.email,
    first_name: data.first_name,
    last_name: data.last_name,
    name: data.name,
    company: data.company,
    phone: data.phone,
    external_id: columns.external_id,
    attributes: data.attributes,
    identity_verified: data.identity_verified,
    source: data.source,
    first_seen_at: toTimestamp(data.first_seen_at),
    last_seen_at: toTimestamp(data.last_seen_at),
    created_at: toTimestamp(columns.created_at),
    updated_at: toTimestamp(columns.updated_at),
  }
}

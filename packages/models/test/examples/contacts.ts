import type {
  BookingRecord,
  ChatSessionRecord,
  Contact,
  ContactDeleted,
  ContactUpdate,
  ContactUpsert,
  Erasure,
  MessageDetails,
  PrivacyExport,
  PrivacySubject,
  VisitRecord,
} from '../../src/index.ts'
import { conversation } from './conversations.ts'
import { changed, created } from './moments.ts'

export const contact: Contact = {
  id: 'ct_1',
  object: 'contact',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  company: null,
  phone: null,
  external_id: 'crm-7',
  attributes: { plan: 'pro', seats: 4, trial: false },
  identity_verified: true,
  source: 'chat',
  first_seen_at: created,
  last_seen_at: changed,
  created_at: created,
  updated_at: changed,
}

const erasure: Erasure = {
  object: 'privacy_erasure',
  id: 'era_1',
  email_hash: '9f86d081884c7d65',
  conversations: 2,
  booking_attempts: 1,
  link_bookings: 0,
  events: 5,
  contact_deleted: true,
}

const booking: BookingRecord = {
  id: 'bk_1',
  status: 'booked',
  name: 'Ada',
  email: 'ada@example.com',
  created_at: created,
  meeting: 'mtg_1',
}

const session: ChatSessionRecord = {
  id: 'chs_1',
  conversation: 'conv_1',
  visitor: { name: 'Ada', email: 'ada@example.com', external_id: 'crm-7' },
  context: { plan: 'pro' },
  created_at: created,
}

const message: MessageDetails = {
  id: 'msg_1',
  conversation: 'conv_1',
  tool_calls: [{ name: 'find_order', input: '{"number":"7"}', output: null, error: 'Too slow.' }],
  sources: [{ url: null, title: 'Prices' }],
  unfinished: null,
}
const visit: VisitRecord = {
  id: 'vis_1',
  started_at: created,
  visitor: 'v-1',
  page_url: 'https://acme.example/',
  source: 'direct',
  device: 'mobile',
  country: null,
  utm: {},
}

/** Contacts, and exports and erasures of a person. */
export const contactExamples = {
  Contact: contact,
  ContactDeleted: {
    id: 'ct_1',
    object: 'contact',
    deleted: true,
    erasure,
  } satisfies ContactDeleted,
  ContactUpdate: { first_name: null, attributes: { old: null } } satisfies ContactUpdate,
  ContactUpsert: { email: 'ada@example.com', company: 'Analytical' } satisfies ContactUpsert,
  BookingRecord: booking,
  ChatSessionRecord: session,
  VisitRecord: visit,
  MessageDetails: message,
  Erasure: erasure,
  PrivacyExport: {
    object: 'privacy_export',
    email: 'ada@example.com',
    generated_at: created,
    contact,
    conversations: [conversation],
    booking_attempts: [booking],
    link_bookings: [],
    chat_sessions: [session],
    meetings: [],
    visits: [visit],
    message_details: [message],
  } satisfies PrivacyExport,
  PrivacySubject: { email: 'ada@example.com' } satisfies PrivacySubject,
}

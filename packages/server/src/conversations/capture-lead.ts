import type { WriteOp } from '@doorkit/store'
import {
  type ContactData,
  contacts,
  newContact,
  type StoredContact,
} from '../collections/contact.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { conversationLeads } from '../collections/conversation-lead.ts'
import type { TurnLead } from '../ports/agent-turn-tool.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import type { Edit } from './change-conversation.ts'

/** The contact details that a visitor gave, with an email address. */
export interface Lead {
  /** In lower case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone?: string | null | undefined
  readonly company?: string | null | undefined
}

/** The lead in the details of a visitor; null without an email address. */
export function leadOf({ name, email, phone, company }: TurnLead): Lead | null {
  if (email === null) return null
  // The first word of the name counts as the first name.
  const [firstName = null, ...others] = name?.split(/\s+/) ?? []
  return { email, firstName, lastName: others.join(' ') || null, phone, company }
}

/** The edit that stores a visitor's details. {@link captureLead} stores the email address. */
export function saveDetails({ name, phone, company, need }: TurnLead): Edit {
  return { data: { details: { name, phone, company, need } } }
}

export interface Capture {
  readonly lead: Lead
  /** The contact with the lead's email address; null if there is none. */
  readonly known: StoredContact | null
  /** Whether the host has verified the address. */
  readonly verified: boolean
}

/** Fills gaps in the contact of an earlier lead. */
export function completeLead(known: StoredContact, lead: Lead, at: number): Edit {
  return { ops: [fillGaps(known, { lead, known, verified: false }, at)] }
}

/** Captures a lead: creates its contact, or fills gaps in the existing one. */
export function captureLead(
  services: Services,
  { id: conversation, columns: { workspace }, data }: StoredConversation,
  capture: Capture,
  at: number,
): Edit & { readonly contact: string } {
  const { email, firstName, lastName } = capture.lead
  const { id: contact, op } = contactOf(services, workspace, capture, at)
  const columns = { workspace, email, conversation }
  return {
    contact,
    columns: { has_lead: 1, lead_email: email },
    data: { contact, lead: { first_name: firstName, last_name: lastName, captured_at: at } },
    ops: [
      op,
      conversationLeads.insert(`${conversation}.${contact}`, columns, { contact }, 'ignore'),
    ],
    reached: data.lead ? undefined : 'leads',
    events: [{ type: 'lead.captured', subject: { kind: 'contact', id: contact }, conversation }],
  }
}

function contactOf(
  services: Services,
  workspace: string,
  capture: Capture,
  at: number,
): { readonly id: string; readonly op: WriteOp } {
  const { lead, known, verified } = capture
  if (known) return { id: known.id, op: fillGaps(known, capture, at) }
  const id = services.makeId('contact')
  const op = contacts.insert(
    id,
    { workspace, email: lead.email, external_id: null, created_at: at, updated_at: at },
    {
      ...newContact('chat', at),
      first_name: lead.firstName,
      last_name: lead.lastName,
      name: nameOf(lead),
      phone: lead.phone ?? null,
      company: lead.company ?? null,
      identity_verified: verified,
    },
  )
  return { id, op }
}

/** Visitors can type anything, so their input never overwrites known details. */
function fillGaps(known: StoredContact, { lead, verified }: Capture, at: number): WriteOp {
  const data: ContactData = {
    ...known.data,
    first_name: known.data.first_name ?? lead.firstName,
    last_name: known.data.last_name ?? lead.lastName,
    name: known.data.name ?? nameOf(lead),
    phone: known.data.phone ?? lead.phone ?? null,
    company: known.data.company ?? lead.company ?? null,
    identity_verified: known.data.identity_verified || verified,
    last_seen_at: at,
  }
  return contacts.edit(known, { set: { updated_at: changedAt(known.columns, at) }, data })
}

function nameOf({ firstName, lastName }: Lead): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null
}

import type { StoredConversation } from '../collections/conversation.ts'
import type { TurnLead } from '../ports/agent.ts'
import type { Edit } from './change-conversation.ts'

/** The details that a visitor gave about themselves in a conversation so far. */
export function leadSoFar({
  columns,
  data,
}: Pick<StoredConversation, 'columns' | 'data'>): TurnLead {
  const { lead, details } = data
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(' ')
  return {
    name: details?.name ?? (name || null),
    email: columns.lead_email ?? null,
    phone: details?.phone ?? null,
    company: details?.company ?? null,
    need: details?.need ?? null,
  }
}

/** The edit of a conversation that saves the details that its visitor gave. */
export function saveDetails({ name, phone, company, need }: TurnLead): Edit {
  return { data: { details: { name, phone, company, need } } }
}

import type { Id } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { pathOf } from '../analytics/dimensions.ts'
import {
  type ConversationData,
  conversations,
  type StoredConversation,
} from '../collections/conversation.ts'
import type { StoredVisit } from '../collections/visit.ts'
import { withoutDetails } from '../links/remove-visitor-details.ts'

export interface ConversationStart {
  readonly columns: Partial<StoredConversation['columns']> & { readonly workspace: string }
  readonly data: Partial<ConversationData> & { readonly channel: string }
}

/** The write that starts a conversation. Its page URL is stored without personal details. */
export function startConversation(
  id: string,
  { columns, data }: ConversationStart,
  at: number,
): WriteOp {
  const page_url = data.page_url ? withoutDetails(data.page_url) : null
  return conversations.insert(
    id,
    {
      started_at: at,
      updated_at: at,
      test: 0,
      has_lead: 0,
      graded: 0,
      lead_email: null,
      booker_email: null,
      visitor_email: null,
      visitor_external_id: null,
      due_at: null,
      lease: null,
      ...columns,
    },
    {
      link: null,
      outcome: 'none',
      message_count: 0,
      preview: '',
      contact: null,
      lead: null,
      booking: null,
      handoff: null,
      visitor: { device: null, country: null, source: null, utm: {}, ai_referred: null },
      opening: { experiment: null, variant: null },
      evaluation: null,
      completed_at: null,
      spoken: false,
      visit: null,
      counted: false,
      ...data,
      page_url,
      page_path: pathOf(page_url),
    },
  )
}

/** The facts of a visit that its conversations copy. */
export function factsOfVisit(
  visit: StoredVisit | null,
): Pick<ConversationData, 'page_url' | 'link' | 'visitor' | 'opening' | 'visit'> {
  const data = visit?.data
  return {
    page_url: data?.page_url ?? null,
    link: data?.link ?? null,
    visitor: {
      device: data && data.device !== 'unknown' ? data.device : null,
      country: data?.country ?? null,
      source: data?.source ?? null,
      utm: { ...data?.utm },
      ai_referred: data?.ai ?? null,
    },
    opening: {
      experiment: (data?.experiment ?? null) as Id<'experiment'> | null,
      variant: (data?.variant ?? null) as Id<'variant'> | null,
    },
    visit: visit?.id ?? null,
  }
}

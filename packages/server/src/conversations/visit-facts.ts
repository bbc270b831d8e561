import type { Id } from '@doorkit/models'
import type { ConversationData } from '../collections/conversation.ts'
import type { StoredVisit } from '../collections/visit.ts'

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

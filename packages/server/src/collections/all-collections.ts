import type { SchemaPlan } from '@doorkit/store'
import { analyticsDays, analyticsNames } from './analytics-day.ts'
import { answerChunks } from './answer-chunk.ts'
import { apiKeys } from './api-key.ts'
import { appearances } from './appearance.ts'
import { bookings } from './booking.ts'
import { calendarBookings } from './calendar-booking.ts'
import { chatButtons } from './chat-button.ts'
import { chatSessions } from './chat-session.ts'
import type { AnyCollection } from './collection.ts'
import { consoleSessions } from './console-session.ts'
import { contacts } from './contact.ts'
import { conversations } from './conversation.ts'
import { conversationDeletions } from './conversation-deletion.ts'
import { conversationLeads } from './conversation-lead.ts'
import { counters } from './counter.ts'
import { dailyCounts } from './daily-counts.ts'
import { deliveries } from './delivery.ts'
import { settings } from './deployment-setting.ts'
import { dueDeliveries } from './due-delivery.ts'
import { endpointQueues } from './endpoint-queue.ts'
import { erasures, unfinishedErasures } from './erasure.ts'
import { events } from './event.ts'
import { experiments } from './experiment.ts'
import { experimentArms, experimentViewers } from './experiment-arm.ts'
import { handoffs } from './handoff.ts'
import { idempotency } from './idempotency-key.ts'
import { documents, documentTexts, knowledgePassages } from './knowledge-document.ts'
import { sources } from './knowledge-source.ts'
import { labelCounts } from './label-count.ts'
import { linkDays, linkPeople } from './link-day.ts'
import { linkGreetings } from './link-greeting.ts'
import { requests } from './logged-request.ts'
import { meetings } from './meeting.ts'
import { messages } from './message.ts'
import { notices } from './notice.ts'
import { embeddingJobs, passageEmbeddings } from './passage-embedding.ts'
import { answerPeople } from './person-in-stored-answer.ts'
import { personalLinks } from './personal-link.ts'
import { reportIds } from './report-id.ts'
import { siteKeys } from './site-key.ts'
import { siteVisitors } from './site-visitor.ts'
import { usageDays } from './usage-day.ts'
import { visits } from './visit.ts'
import { endpoints } from './webhook-endpoint.ts'
import { workspaces } from './workspace.ts'

export const collections = [
  settings,
  workspaces,
  appearances,
  chatButtons,
  linkGreetings,
  personalLinks,
  linkDays,
  linkPeople,
  apiKeys,
  siteKeys,
  siteVisitors,
  consoleSessions,
  counters,
  idempotency,
  answerPeople,
  requests,
  contacts,
  conversations,
  conversationLeads,
  conversationDeletions,
  messages,
  chatSessions,
  handoffs,
  notices,
  answerChunks,
  usageDays,
  documents,
  documentTexts,
  knowledgePassages,
  sources,
  passageEmbeddings,
  embeddingJobs,
  events,
  endpoints,
  deliveries,
  dueDeliveries,
  endpointQueues,
  erasures,
  unfinishedErasures,
  meetings,
  bookings,
  calendarBookings,
  reportIds,
  visits,
  labelCounts,
  dailyCounts,
  analyticsDays,
  analyticsNames,
  experiments,
  experimentArms,
  experimentViewers,
] as unknown as readonly AnyCollection[]

export const schemaPlan: SchemaPlan = {
  version: 1,
  collections: collections.map(({ plan }) => plan),
}

export { SiteConversation, SiteMessage } from './conversation.ts'
export { SiteEventsEnd, SiteStatus, siteEventEnds } from './events.ts'
export { siteLimits } from './limits.ts'
export { AnswerChunk, AnswerStop, SiteMessageSend } from './messages.ts'
/** Every operation of the site API, by resource. */
export * as siteApi from './operations.ts'
export {
  IdentifiedVisit,
  Opening,
  PageOpen,
  Sight,
  SiteGreeting,
  SitePage,
  ViewReport,
  Visit,
  VisitBegin,
  VisitorIdentity,
} from './visits.ts'

import '@doorkit/models/require-node'

/**
 * The parts of the server for the other packages of this repository, which no one else should use: it
 * changes without notice, in any version. The demonstration of `@doorkit/cli` writes 90 days of the
 * past in a second, with the ids of its choice. No call in code can date what it records, so the
 * demonstration needs the collections and what derives one row from another. The SQL stores need
 * the memory store's reading of a document, so that every store orders and finds the same.
 */

export {
  type CopyProgress,
  type CopyReport,
  copyStore,
} from './admin/copy/copy-store.ts'
export { needsReview, scoreScale } from './analytics/count-grade.ts'
export { conversationDimensions } from './analytics/count-stage.ts'
export { dimensionsOf } from './analytics/dimensions.ts'
export { schemaPlan } from './collections/all-collections.ts'
export { type BookingData, bookings } from './collections/booking.ts'
export { type ChatButtonData, chatButtons, plainChatButton } from './collections/chat-button.ts'
export { contacts, type StoredContact, toContact } from './collections/contact.ts'
export {
  conversations,
  emptyConversation,
  previewOf,
  type StoredConversation,
  toConversation,
} from './collections/conversation.ts'
export { dayMs } from './collections/day-ms.ts'
export { events } from './collections/event.ts'
export {
  type ExperimentData,
  type ExperimentStatus,
  experiments,
  type VariantData,
} from './collections/experiment.ts'
export { type ExperimentStage, experimentArms } from './collections/experiment-arm.ts'
export { experimentViewers, viewerId } from './collections/experiment-viewer.ts'
export { chunks, documents } from './collections/knowledge-document.ts'
export { type SourceData, sources, toSource } from './collections/knowledge-source.ts'
export { type LabelKind, labelOps } from './collections/label-count.ts'
export { countOnLink, type LinkCount, toLinkDay } from './collections/link-day.ts'
export { type LinkGreetingData, linkGreetings } from './collections/link-greeting.ts'
export { localDay } from './collections/local-day.ts'
export { type MeetingData, meetings, toMeeting } from './collections/meeting.ts'
export { messages, type StoredMessage, toMessage } from './collections/message.ts'
export { personalLinks } from './collections/personal-link.ts'
export {
  type CountedRow,
  countedRows,
  countRowOps,
  type Dimensions,
  type RollupCounter,
} from './collections/rollup.ts'
export { settings } from './collections/setting.ts'
export { type VisitStage, visits } from './collections/visit.ts'
export { workspaces } from './collections/workspace.ts'
export { outcomeOf } from './conversations/outcome.ts'
export { compareArms } from './experiments/results/contender.ts'
export { toExperiment } from './experiments/results/show-experiment.ts'
export { findWorkspace } from './kit/find-workspace.ts'
export { createIds } from './kit/ids.ts'
export { chunkText } from './knowledge/chunk.ts'
export { chunkSections } from './knowledge/chunk-sections.ts'
export { countCharacters } from './knowledge/count-characters.ts'
export { addPassages } from './knowledge/passages.ts'
export { documentText, searchableText } from './store/document.ts'
export { identityIndex } from './store/order.ts'
export { compareText } from './store/text-order.ts'
export type { SubjectKind } from './webhooks/emit.ts'

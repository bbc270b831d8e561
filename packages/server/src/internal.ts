import '@doorkit/models/require-node'

/**
 * The parts of the server for the other packages of this repository. Nobody else should use them: they
 * change without notice, in any version.
 */

export { type CopyProgress, type CopyReport, copyStore } from './admin/copy/copy-store.ts'
export { pagesOf, walksOf } from './admin/copy/rows-to-copy.ts'
export { schemaPlan } from './collections/all-collections.ts'
export { bookings } from './collections/booking.ts'
export { contacts } from './collections/contact.ts'
export { conversations } from './collections/conversation.ts'
export { settings } from './collections/deployment-setting.ts'
export { events } from './collections/event.ts'
export { experiments, type VariantData } from './collections/experiment.ts'
export { experimentViewers } from './collections/experiment-arm.ts'
export type { LinkGreetingData } from './collections/link-greeting.ts'
export { visits } from './collections/visit.ts'
export { type StoredWorkspace, workspaces } from './collections/workspace.ts'
export { drainWatched } from './http/mounts/drain.ts'
export { fromNode, sendAnswer } from './http/mounts/serve-node.ts'
export { watchConnections } from './http/mounts/watch-connections.ts'
export { mayRequest, serveInOrder } from './http/pipeline/serve-in-order.ts'
export { limitWaiting } from './http/pipeline/unsent-answer.ts'
export { createIds } from './ids/ids.ts'
export { outsideAnswer } from './requests/problem-answer.ts'
export { findWorkspace } from './services/find-workspace.ts'
export { dayMs } from './values/local-days.ts'
export { memoizeUntilSuccess } from './values/memoize-until-success.ts'
export { buildPayload } from './webhooks/event-payload.ts'
export { createSender } from './webhooks/undici-sender.ts'

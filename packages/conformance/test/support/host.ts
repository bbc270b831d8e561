import { createDoorkit, type Doorkit } from '@doorkit/server'
import type { Store } from '@doorkit/server/store'

/** The host application on a store that a server works on: what only code can say. */
export function createHost(store: Store): Doorkit {
  return createDoorkit({ store, payloadDelayMs: 0, allowPrivateWebhooks: true })
}

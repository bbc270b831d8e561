import { createDoorkit, type Doorkit, systemClock } from '@doorkit/server'
import type { Store } from '@doorkit/store'

/** The host application beside its servers, on the store of theirs and ahead of them by a time. */
export function openHost(store: Store, aheadMs = 0): Doorkit {
  return createDoorkit({
    store,
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
    clock: { now: () => Date.now() + aheadMs, after: systemClock.after },
  })
}

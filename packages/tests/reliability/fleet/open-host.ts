import { type Agent, createDoorkit, type Doorkit, systemClock } from '@doorkit/server'
import type { Store } from '@doorkit/store'

/** A host application next to its servers, on the same store, whose clock is ahead of theirs. */
export function openHost(store: Store, aheadMs = 0, agent?: Agent): Doorkit {
  return createDoorkit({
    store,
    agent,
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
    clock: { now: () => Date.now() + aheadMs, after: systemClock.after },
  })
}

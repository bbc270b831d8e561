import { createDoorkit, type Doorkit, type DoorkitOptions, systemClock } from '@doorkit/server'
import type { Store } from '@doorkit/store'

/** The options of a host, without its store. */
export interface HostOptions extends Pick<DoorkitOptions, 'agent' | 'plans'> {
  /** How far its clock is ahead of the clock of the servers. Default: 0. */
  readonly aheadMs?: number | undefined
}

/** A host application next to its servers, on the same store. */
export function openHost(store: Store, { aheadMs = 0, ...options }: HostOptions = {}): Doorkit {
  return createDoorkit({
    store,
    ...options,
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
    clock: { now: () => Date.now() + aheadMs, after: systemClock.after },
  })
}

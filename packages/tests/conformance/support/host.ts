import { createDoorkit, type Doorkit } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { readFlags } from './read-flags.ts'

/**
 * Creates the host application on the store of a server. Tests report through it, because the API
 * accepts no reports. Its worker runs next to the worker of the server. It allows private addresses if
 * the flags of the server do, and builds payloads without delay.
 */
export function createHost(store: Store, flags: readonly string[]): Doorkit {
  const { allowPrivateWebhooks, allowPrivatePages } = readFlags(flags)
  const host = createDoorkit({ store, payloadDelayMs: 0, allowPrivateWebhooks, allowPrivatePages })
  void host.worker.start()
  return host
}

import { createDoorkit, type Doorkit } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { readFlags } from './read-flags.ts'

/**
 * Creates the host application on the store of a server, for reports, which the API does not have. Its
 * worker runs next to the server's, with the same flags and without payload delay.
 */
export function createHost(store: Store, flags: readonly string[]): Doorkit {
  const { allowPrivateWebhooks, allowPrivatePages } = readFlags(flags)
  const host = createDoorkit({ store, payloadDelayMs: 0, allowPrivateWebhooks, allowPrivatePages })
  void host.worker.start()
  return host
}

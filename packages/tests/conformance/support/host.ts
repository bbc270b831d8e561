import { createDoorkit, type Doorkit } from '@doorkit/server'
import type { Store } from '@doorkit/server/store'
import { readFlags } from './read-flags.ts'

/**
 * The host application on a store that a server works on: what only code can say. It works through
 * what is due beside the server, under the same flags, and so at once what it has made due itself.
 */
export function createHost(store: Store, flags: readonly string[]): Doorkit {
  const { allowPrivateWebhooks, allowPrivatePages } = readFlags(flags)
  const host = createDoorkit({ store, payloadDelayMs: 0, allowPrivateWebhooks, allowPrivatePages })
  void host.worker.start()
  return host
}

import { createDoorkit, type Doorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'

/** The host application on a database that another process serves: what only code can say. */
export function createHost(databaseFile: string): Doorkit {
  return createDoorkit({
    store: sqliteStore({ file: databaseFile }),
    payloadDelayMs: 0,
    allowPrivateWebhooks: true,
  })
}

import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign } from '../campaign.ts'
import { attackDeliveries } from './deliveries.ts'

/** Makes the webhook receivers of some workspaces hang, while that of another workspace answers. */
export const silentReceivers: Campaign = {
  summary: 'webhook receivers of many workspaces that hang, next to one that answers',
  async round(round) {
    const store: Store = round.long ? sqliteStore({ file: ':memory:' }) : memoryStore()
    round.onEnd(() => store.close())
    await attackDeliveries(round, store)
  },
}

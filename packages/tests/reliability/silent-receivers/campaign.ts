import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign } from '../campaign.ts'
import { attackDeliveries } from './deliveries.ts'

/** Workspaces that use as much as they can, next to one that does not. */
export const silentReceivers: Campaign = {
  summary: 'hanging receivers of some workspaces, next to another one',
  async round(round) {
    const store: Store = round.long ? sqliteStore({ file: ':memory:' }) : memoryStore()
    round.onEnd(() => store.close())
    await attackDeliveries(round, store)
  },
}

import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign } from '../campaign.ts'
import { attackDeliveries } from './deliveries.ts'

/** Workspaces whose webhook receivers hang, next to one whose receiver answers. */
export const silentReceivers: Campaign = {
  summary: 'hanging receivers of some workspaces, next to another one',
  async round(round) {
    const store: Store = round.long ? sqliteStore({ file: ':memory:' }) : memoryStore()
    round.onEnd(() => store.close())
    await attackDeliveries(round, store)
  },
}

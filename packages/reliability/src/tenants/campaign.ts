import { memoryStore, type Store } from '@doorkit/server/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign } from '../campaign.ts'
import { attackDeliveries } from './deliveries.ts'
import { attackReads } from './reads.ts'

/** Workspaces that take all they can get, beside one that does not. */
export const tenants: Campaign = {
  summary: 'receivers that hang and reads without end of some workspaces, beside another one',
  async round(round) {
    const open = (): Store => {
      const store = round.long ? sqliteStore({ file: ':memory:' }) : memoryStore()
      round.onEnd(() => store.close())
      return store
    }
    await attackDeliveries(round, open())
    await attackReads(round, open())
  },
}

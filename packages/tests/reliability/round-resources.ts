import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DoorkitOptions, OutgoingWebhook } from '@doorkit/server'
import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Round } from './campaign.ts'

/** The path for a database file, which is removed when the round ends. */
export function temporaryFile({ onEnd }: Pick<Round, 'onEnd'>): string {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-reliability-'))
  onEnd(() => rmSync(directory, { recursive: true }))
  return join(directory, 'doorkit.db')
}

/** An empty store of each kind that needs no server, by its name. */
export function openStores({ onEnd }: Pick<Round, 'onEnd'>): Readonly<Record<string, Store>> {
  const stores = { memory: memoryStore(), SQLite: sqliteStore({ file: ':memory:' }) }
  for (const store of Object.values(stores)) onEnd(() => store.close())
  return stores
}

/** Replaces the network of a kit: every host has a public address, and `receive` gets all webhooks. */
export function receivedBy(
  receive: (delivery: OutgoingWebhook) => unknown,
): Pick<DoorkitOptions, 'sender' | 'resolve'> {
  const success = { status: 200, error: null, response: '', durationMs: 1, retryAfterMs: null }
  const send = async (delivery: OutgoingWebhook) => {
    await receive(delivery)
    return success
  }
  return { sender: { send, close: async () => {} }, resolve: async () => ['93.184.216.34'] }
}

const mostRequests = 1_000_000_000
const plan = {
  requests_per_minute: mostRequests,
  heavy_requests_per_minute: mostRequests,
  chat_sessions_per_month: mostRequests,
  webhook_endpoints: 100,
  chat_buttons: 1_000,
}

/** Plans whose rate limits no campaign reaches. A refused request would measure nothing. */
export const unlimitedPlans: DoorkitOptions['plans'] = {
  origin: plan,
  adapt: plan,
  evolve: plan,
  apex: plan,
}

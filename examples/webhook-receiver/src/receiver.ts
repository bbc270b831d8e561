import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@doorkit/client'
import { createWebhookRouter, recoverMissed } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { sqliteDedupeStore } from '@doorkit/webhooks/sqlite'

/** The options of a receiver. */
export interface ReceiverOptions {
  /** The SQLite file that remembers handled events. */
  file: string
  /** Fetches missed events. Its API key needs the scopes `events:read` and `contacts:read`. */
  client: Client
  /** The secret of the endpoint. Default: the variable `DOORKIT_WEBHOOK_SECRET`. */
  secret?: string | undefined
  /** Handles each lead once, even after a restart. */
  onLead: (email: string) => void | Promise<void>
  /** The clock, in milliseconds. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** Receives leads. After a restart, `catchUp` fetches the events that the receiver missed. */
export function createReceiver({ file, client, secret, onLead, now = Date.now }: ReceiverOptions) {
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE IF NOT EXISTS runs (caught_up_to TEXT NOT NULL)')
  const lastRun = database.prepare('SELECT max(caught_up_to) AS caught_up_to FROM runs')
  const router = createWebhookRouter({
    secret,
    now,
    dedupe: sqliteDedupeStore(database, { now }),
    fallback: ({ id, type }) => console.log(`Nothing to do for ${id} of type ${type}`),
  }).on('lead.captured', async ({ data }) => {
    if (data.object) await onLead(data.object.email)
  })
  return {
    server: createServer(toNode(router)),
    /** Handles events since the last run, and skips those that were handled before. */
    async catchUp(): Promise<void> {
      const { failed, resumeSince } = await recoverMissed({
        listEvents: (query) => client.events.list(query),
        since: String(lastRun.get()?.caught_up_to ?? new Date(now()).toISOString()),
        handle: (event) => router.dispatch(event),
      })
      database.prepare('INSERT INTO runs VALUES (?)').run(resumeSince)
      for (const { event, error } of failed) console.error(`${event.id} failed:`, error)
    },
    close: () => database.close(),
  }
}

if (import.meta.main) {
  const onLead = (email: string) => console.log(`A lead: ${email}`)
  const receiver = createReceiver({ file: 'webhooks.db', client: createClient(), onLead })
  receiver.server.listen(Number(process.env.PORT ?? 3000), receiver.catchUp)
}

import type { Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'

/** Reads the event log, newest first. */
export async function listEvents(admin: Client): Promise<void> {
  const events = await admin.events.list().toArray({ limit: 100 })
  expectThat(events.length === 3, `The log has ${events.length} events, not 3.`)
  say(`${heading('Events')}${events.map(({ id, type }) => `${id} ${type}`).join(', ')}`)
}

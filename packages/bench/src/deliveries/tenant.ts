import { createDoorkit, type Doorkit, generateMasterKey } from '@doorkit/server'
import type { Store } from '@doorkit/server/store'

/** A workspace whose events go to endpoints. */
export interface Tenant {
  /** Books so many meetings, each of which is an event for every endpoint. */
  queue(events: number): Promise<void>
}

/** The kit as a host starts it, with receivers on this machine. */
export function openKit(store: Store): Doorkit {
  return createDoorkit({
    store,
    masterKeys: [generateMasterKey()],
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
  })
}

/** Makes a workspace with endpoints at these addresses. */
export async function openTenant(doorkit: Doorkit, urls: readonly string[]): Promise<Tenant> {
  const input = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
  const { id: workspace } = await doorkit.workspaces.create(input)
  const owner = { workspace, name: 'bench', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  const record = doorkit.record(workspace)
  const conversation = await record.conversations.start({})
  for (const url of urls) {
    const answer = await doorkit.fetch('http://localhost/v1/webhook_endpoints', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, events: ['meeting.booked'] }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return {
    async queue(events) {
      for (let event = 0; event < events; event++) {
        await record.meetings.book({
          conversation,
          provider: 'cal.com',
          meeting_type: 'Introduction',
          host: 'Grace Hopper',
          start_at: '2026-10-19T09:30:00.000Z',
          end_at: '2026-10-19T10:00:00.000Z',
          invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
          join_url: 'https://meet.example.com/ada',
        })
      }
    },
  }
}

import type { Store } from '@doorkit/server'
import { createDoorkit, type Doorkit, generateMasterKey } from '@doorkit/server'

/** A workspace with webhook endpoints. */
export interface WorkspaceUnderLoad {
  /** Posts with an API key that has every scope. Throws if the API refuses the request. */
  post(path: string, body: object, idempotencyKey?: string): Promise<void>
  /** Books a meeting, which queues a delivery of its event to every endpoint. */
  book(): Promise<unknown>
  /** Queues this many events, by booking meetings. */
  queue(events: number): Promise<void>
}

/** Opens the kit as a host does, but allows receivers on this machine, and delays no payload. */
export function openKit(store: Store): Doorkit {
  return createDoorkit({
    store,
    masterKeys: [generateMasterKey()],
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
  })
}

/** Creates a workspace with endpoints at these URLs. */
export async function openWorkspace(
  doorkit: Doorkit,
  urls: readonly string[],
): Promise<WorkspaceUnderLoad> {
  const input = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
  const { id } = await doorkit.workspaces.create(input)
  const owner = { workspace: id, name: 'bench', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  const record = doorkit.record(id)
  const conversation = await record.conversations.start({})
  const workspace: WorkspaceUnderLoad = {
    async post(path, body, key) {
      const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
    },
    book: () =>
      record.meetings.book({
        conversation,
        provider: 'cal.com',
        meeting_type: 'Introduction',
        host: 'Grace Hopper',
        start_at: '2026-10-19T09:30:00.000Z',
        end_at: '2026-10-19T10:00:00.000Z',
        invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
        join_url: 'https://meet.example.com/ada',
      }),
    async queue(events) {
      for (let event = 0; event < events; event++) await workspace.book()
    },
  }
  const events = ['meeting.booked']
  for (const url of urls) await workspace.post('/webhook_endpoints', { url, events })
  return workspace
}

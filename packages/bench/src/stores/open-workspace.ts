import { createDoorkit, type Doorkit, generateMasterKey, type Store } from '@doorkit/server'
import { apiOf } from '../call-api.ts'

/** A workspace with webhook endpoints. */
export type WorkspaceUnderLoad = Awaited<ReturnType<typeof openWorkspace>>

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
export async function openWorkspace(doorkit: Doorkit, urls: readonly string[]) {
  const input = { name: 'Acme', website: 'https://acme.example', plan: 'apex' } as const
  const { id } = await doorkit.workspaces.create(input)
  const owner = { workspace: id, name: 'bench', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  const record = doorkit.record(id)
  const conversation = await record.conversations.start({})
  const call = apiOf(doorkit, secret)
  const events = ['meeting.booked']
  for (const url of urls) await call('POST', '/webhook_endpoints', { url, events })
  /** Books a meeting, which queues a delivery of its event to every endpoint. */
  const book = () =>
    record.meetings.book({
      conversation,
      provider: 'cal.com',
      meeting_type: 'Introduction',
      host: 'Grace Hopper',
      start_at: '2026-10-19T09:30:00.000Z',
      end_at: '2026-10-19T10:00:00.000Z',
      invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
      join_url: 'https://meet.example.com/ada',
    })
  return {
    call,
    book,
    async queue(events: number) {
      for (let event = 0; event < events; event++) await book()
    },
  }
}

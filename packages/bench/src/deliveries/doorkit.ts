import { createDoorkit, generateMasterKey } from '@doorkit/server'
import type { Store } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Contender, ContenderOptions, StartContender } from './contender.ts'

/** The kit over a file, as a host starts it. */
export const startDoorkitSqlite: StartContender = (options) =>
  startDoorkit(sqliteStore({ file: options.place }), options)

/** The kit over PostgreSQL. */
export const startDoorkitPostgres: StartContender = (options) =>
  startDoorkit(postgresStore({ url: options.place }), options)

async function startDoorkit(inner: Store, { urls }: ContenderOptions): Promise<Contender> {
  const { store, calls } = countingStore(inner)
  const doorkit = createDoorkit({
    store,
    masterKeys: [generateMasterKey()],
    allowPrivateWebhooks: true,
    payloadDelayMs: 0,
  })
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
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
  let counted = 0
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
    async deliver() {
      const before = calls()
      await doorkit.worker.tick()
      counted += calls() - before
    },
    calls: () => counted,
  }
}

/** A store that counts its calls. */
function countingStore(store: Store) {
  let count = 0
  const counting = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        count += 1
        return member.apply(target, args)
      }
    },
  })
  return { store: counting, calls: () => count }
}

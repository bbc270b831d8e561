/** A program that uses the types of the client, with mistakes that compilers must find. */
export const consumer = `
  import { createClient, isId, isKnown, isProblem } from '@doorkit/client'
  import type { Contact, ContactId, ClientOptions, KnownValue } from '@doorkit/client'
  import * as all from '@doorkit/client'
  import { type SyncCheckpoint, syncChanges } from '@doorkit/client/sync'
  import { validateResponses } from '@doorkit/client/validate'
  const middleware = [validateResponses({ mode: 'throw' })]
  const options: ClientOptions = { maxRetries: 0, middleware }
  const doorkit = createClient(options)
  const hook = { url: 'https://crm.example/hooks', events: ['lead.captured', '*'] } as const
  export async function use(maybe: string | undefined): Promise<Contact | undefined> {
    await doorkit.webhookEndpoints.create(hook, { idempotencyKey: maybe })
    await doorkit.contacts.upsert({ email: 'ada@example.com', company: undefined })
    if (isId('contact', maybe)) void (maybe satisfies ContactId)
    for await (const { id } of doorkit.contacts.list({ email: maybe })) await doorkit.contacts.get(id)
    for await (const event of doorkit.events.list()) {
      if (event.type === 'meeting.booked') maybe = event.data.object?.start_at
      if (event.type === 'unknown') maybe = event.raw.type
    }
    for await (const chunk of doorkit.chatSessions.stream('chs_1', { text: '' })) void chunk.type
    const { data, meta } = await doorkit.contacts.get('ct_1').withMeta()
    const result = await doorkit.me.get().safe()
    if (!result.ok && isProblem(result.error, 'conflict')) void (result.error.status satisfies 409)
    // @ts-expect-error A number is not an id.
    void doorkit.contacts.get(1)
    // @ts-expect-error A contact has no such field.
    void data.surname
    return meta.attempts === 1 ? data : undefined
  }
  export async function mirror(checkpoint?: SyncCheckpoint): Promise<Contact> {
    const kept: { checkpoint?: SyncCheckpoint } = { ...(checkpoint && { checkpoint }) }
    await syncChanges(doorkit.contacts, {
      ...kept,
      async onBatch(batch) {
        kept.checkpoint = batch.checkpoint
      },
    })
    return doorkit.contacts.get('ct_1')
  }
  const icons: Record<KnownValue<'ContactSource'>, string> = { api: 'plug', chat: 'bubble', import: 'file' }
  export function iconOf({ source }: Contact): string {
    if (!isKnown('ContactSource', source)) return source
    if (source === 'api' || source === 'chat') return icons[source]
    return icons[source satisfies 'import']
  }
  export default all
`

/** The same program, with subpaths that need other packages. */
export const peersConsumer = `${consumer}
  import { openTelemetry } from '@doorkit/client/otel'
  import { undiciTransport } from '@doorkit/client/undici'
  const transport = undiciTransport({ connections: 32 })
  export const traced = createClient({ fetch: transport.fetch, middleware: [openTelemetry()] })
  // @ts-expect-error A number is required.
  void undiciTransport({ connections: '32' })
`

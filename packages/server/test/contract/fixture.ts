import { api, type Operation } from '@doorkit/models'
import { caller, createKit } from '../support/kit.ts'

/** Every operation of the contract, under its id. */
export const operations = Object.entries(api).flatMap(([resource, group]) =>
  Object.entries(group).map(([name, operation]) => ({
    id: `${resource}.${name}`,
    operation: operation as Operation,
  })),
)

/** Creates a workspace with every kind of object that a path can name. `ids` has one id for each prefix. */
export async function createPopulatedKit(options: Parameters<typeof createKit>[0] = {}) {
  const kit = await createKit({ allowPrivatePages: true, ...options })
  const call = caller(kit)
  const ids: Record<string, string> = {}
  const keep = (object: unknown) => {
    const { id } = object as { id: string }
    ids[`${id.split('_')[0]}_`] = id
    return id
  }
  const post = async (path: string, body: unknown) =>
    keep((await call('POST', path, { body })).json)

  await post('/contacts', { email: 'ada@example.com' })
  await post('/knowledge/documents', { name: 'Prices', content: 'It costs 10 euros.' })
  await post('/knowledge/sources', { url: 'http://127.0.0.1:9/faq' })
  const endpoint = await post('/webhook_endpoints', {
    url: 'http://127.0.0.1:9/hook',
    events: ['*'],
  })
  await post('/chat_buttons', { label: 'Ask us', message: 'Hello', behavior: 'send' })
  const greeting = await post('/link_greetings', { name: 'Hello', text: 'Hi {first|there}' })
  await post('/personal_links', { name: 'Spring', page: '/pricing', greeting })
  const experiment = await post('/experiments', {
    name: 'Opening',
    pages: ['/pricing'],
    headline: 'How can we help?',
  })
  const proposed = await call('POST', `/experiments/${experiment}/variants`, {
    body: { headline: 'Ask us anything' },
  })
  const { variants } = proposed.json as { variants: { id: string; control: boolean }[] }
  for (const variant of variants) if (!variant.control) keep(variant)
  const session = await post('/chat/sessions', {})
  await call('POST', `/chat/sessions/${session}/messages`, { body: { text: 'What does it cost?' } })

  const record = kit.doorkit.record(kit.workspace.id)
  const visit = await record.visits.start({ page_url: 'https://acme.example/pricing' })
  const conversation = await record.conversations.start({ visit })
  keep({ id: conversation })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  keep({
    id: await record.meetings.book({
      conversation,
      provider: 'cal.com',
      start_at: '2026-11-01T10:00:00Z',
      end_at: '2026-11-01T10:30:00Z',
      invitee: { name: 'Ada', email: 'ada@example.com' },
    }),
  })
  kit.clock.advance(5_000)
  await kit.doorkit.worker.tick()
  const events = await call('GET', '/events')
  for (const event of (events.json as { data: unknown[] }).data) keep(event)
  const log = await call('GET', `/webhook_endpoints/${endpoint}/deliveries`)
  for (const delivery of (log.json as { data: unknown[] }).data) keep(delivery)
  return { kit, call, ids }
}

/** Returns the path of an operation, with those of the given ids that its parameters accept. */
export function pathWith(operation: Operation, ids: Readonly<Record<string, string>>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.params?.[name]
    const id = Object.values(ids).find((candidate) => schema?.safeParse(candidate).success)
    if (!id) throw new Error(`Nothing in the fixture has the id {${name}} of ${operation.path}.`)
    return encodeURIComponent(id)
  })
}

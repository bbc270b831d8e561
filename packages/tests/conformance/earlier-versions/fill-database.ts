import type { ChatChunk } from '@doorkit/chat-stream'
import type { Agent, Doorkit, ManualClock } from '@doorkit/server'
import { createSite } from '../support/site.ts'

/** The facts that a test needs about a database of an earlier version. */
export interface KeptContent {
  /** The time at which the database was made, in milliseconds since the epoch. */
  readonly now: number
  /** The secret of an API key with every scope. */
  readonly secret: string
  /** An id of every kind, by its prefix. */
  readonly ids: Readonly<Record<string, string>>
  /** How many rows each collection has. */
  readonly rows: Readonly<Record<string, number>>
}

const email = 'ada@example.com'

/** An agent that captures a lead in every reply. */
export const captureAgent: Agent = {
  async *reply(turn): AsyncGenerator<ChatChunk> {
    await turn.tools.save_lead.execute({ email, name: 'Ada' })
    yield { type: 'text-start', id: 'answer' }
    yield { type: 'text-delta', id: 'answer', delta: 'It costs 10 euros.' }
    yield { type: 'text-end', id: 'answer' }
  },
}

/** Uses the API and the reports of a kit so that almost every collection has a row. */
export async function fillDatabase(
  doorkit: Doorkit,
  clock: ManualClock,
): Promise<Pick<KeptContent, 'secret' | 'ids'>> {
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'Kept', access: 'full_access' })
  const ids: Record<string, string> = {}
  const keep = (id: string) => {
    ids[`${id.split('_')[0]}_`] ??= id
    return id
  }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        ...(body && { 'Idempotency-Key': `${method}${path}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return JSON.parse((await answer.text()) || 'null')
  }
  const post = async (path: string, body: object) => keep((await call('POST', path, body)).id)

  const url = 'http://127.0.0.1:9/'
  const endpoint = await post('/webhook_endpoints', { url, events: ['*'] })
  await post('/contacts', { email, first_name: 'Ada', external_id: 'crm-1', attributes: { a: 1 } })
  await post('/knowledge/documents', { name: 'Prices', content: 'It costs 10 euros. 🦊' })
  await post('/knowledge/sources', { url })
  await post('/chat_buttons', { label: 'Ask us', message: 'Hello', behavior: 'send' })
  const greeting = await post('/link_greetings', { name: 'Hello', text: 'Hi {first|there}' })
  const link = await post('/personal_links', { name: 'Spring', page: '/pricing', greeting })
  const { revision } = await call('GET', '/appearance')
  await call('PATCH', '/appearance', { revision, title: 'How can we help?' })
  await call('PATCH', '/agent', { name: 'Dora' })
  const headline = 'Ask us anything'
  const experiment = await post('/experiments', { name: 'A', pages: ['/pricing'], headline })
  const { variants } = await call('POST', `/experiments/${experiment}/variants`, { headline })
  for (const variant of variants) if (!variant.control) keep(variant.id)
  const session = await post('/chat/sessions', { visitor: { email, name: 'Ada' } })
  await call('POST', `/chat/sessions/${session}/messages`, { text: 'What does it cost?' })

  const { record, grade, book } = createSite(doorkit, workspace)
  await call('POST', `/experiments/${experiment}/start`)
  const visit = await record.visits.start({
    page_url: 'https://acme.example/pricing',
    link,
    visitor: 'visitor-1',
    utm: { source: 'ads' },
  })
  const conversation = keep(await record.conversations.start({ visit }))
  const variant = ids.var_ ?? ''
  await record.experiments.view({ experiment, variant, visitor: 'visitor-2' })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' }, { key: 'once' })
  await record.conversations.captureLead(conversation, { email: 'grace@example.com' })
  await record.conversations.requestHandoff(conversation, { reason: 'asks for a person' })
  await grade(conversation)
  const meeting = keep(await book(conversation, 'grace@example.com', 'Grace'))
  await record.bookings.attempt({ conversation, name: 'Grace', status: 'confirmed', meeting })
  await post('/privacy/erasures', { email: 'nobody@example.com' })
  clock.advance(5_000)
  await doorkit.worker.tick()
  for (const { id } of (await call('GET', '/events')).data) keep(id)
  for (const { id } of (await call('GET', `/webhook_endpoints/${endpoint}/deliveries`)).data) {
    keep(id)
  }
  return { secret, ids }
}

import { schemaPlan } from '../../src/collections/all-collections.ts'
import { agentOf, textChunks } from './agents.ts'
import { goodEvaluation } from './evaluation.ts'
import { caller, createKit, type Kit, type KitOptions } from './kit.ts'
import { startReceiver, status } from './receiver.ts'

/** The address of the person whose traces the tests look for. */
export const ada = 'ada@example.com'

/** Texts that occur only in data about the person. An erasure must remove all of them. */
export const traces = ['ada@', 'lovelace', 'analytical', 'crm-ada', '555-ada', 'secret-of-ada']

const agent = agentOf(async function* (turn) {
  const text = turn.messages.at(-1)?.text ?? ''
  const email = /\S+@\S+/.exec(text)?.[0]
  if (email) await turn.tools.save_lead.execute({ email, name: 'Ada Lovelace' })
  if (text.includes('person')) {
    const note = 'Lovelace wants a person'
    await turn.tools.request_handoff?.execute({ reason: 'asked_for_person', note })
  }
  yield* textChunks(`You said: ${text}`)
})

const evaluation = {
  ...goodEvaluation,
  failure_category: 'missing_knowledge',
  abandonment_reason: 'Lovelace left',
  recommended_improvement: 'Tell Lovelace the price',
}

/** A kit, with the calls that tests of privacy need. */
export async function setUpPrivacy(options: KitOptions = {}) {
  const kit = await createKit({ agent, ...options })
  const call = caller(kit)
  const exportOf = (email: string) => call('POST', '/privacy/exports', { body: { email } })
  const erase = (email: string) => call('POST', '/privacy/erasures', { body: { email } })
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = ({ id }: { id: string }, text: string, headers: Record<string, string> = {}) =>
    call('POST', `/chat/sessions/${id}/messages`, { body: { text }, headers })
  return { kit, call, exportOf, erase, open, say }
}

/** Returns the traces that are still in the store. */
export async function tracesIn(kit: Kit): Promise<string[]> {
  const text = await everything(kit)
  return traces.filter((trace) => text.includes(trace))
}

/** The rows of all collections with an index, as text in lower case. */
export async function everything({ store }: Kit): Promise<string> {
  const texts: string[] = []
  for (const { name, indexes } of schemaPlan.collections) {
    for (const index of indexes) {
      const rows = await store.list({
        in: name,
        index: index.name,
        where: [],
        dir: 'asc',
        limit: 1_000,
      })
      texts.push(JSON.stringify(rows))
    }
  }
  return texts.join('\n').toLowerCase()
}

/** Leaves data about the person in many collections of a workspace. */
export async function leaveTraces(setting: Awaited<ReturnType<typeof setUpPrivacy>>) {
  const { kit, call, open, say } = setting
  const receiver = await startReceiver(status(200, `noted ${ada}`))
  await call('POST', '/webhook_endpoints', { body: { url: receiver.url, events: ['*'] } })
  await call('POST', '/contacts', {
    headers: { 'Idempotency-Key': 'contact' },
    body: {
      email: ada,
      first_name: 'Ada',
      company: 'Analytical',
      phone: '555-ADA',
      external_id: 'crm-ada',
      attributes: { note: 'secret-of-ada' },
    },
  })
  const lead = await open({ page_url: 'https://acme.example/a?q=secret-of-ada' })
  await say(lead, `I am Ada Lovelace, ${ada}`, { 'Idempotency-Key': 'turn' })
  await say(lead, 'Call a person, secret-of-ada')
  const visitor = await open({
    visitor: { email: 'ADA@example.com', name: 'Ada Lovelace', external_id: 'crm-ada' },
    context: { note: 'secret-of-ada' },
  })
  await say(visitor, 'secret-of-ada')

  const record = kit.doorkit.record(kit.workspace.id)
  const visit = await record.visits.start({
    page_url: 'https://acme.example/b?q=secret-of-ada#lovelace',
    utm: { content: 'secret-of-ada' },
    visitor: 'visitor-of-secret-of-ada',
  })
  const website = await record.conversations.start({ visit })
  await record.conversations.message(website, { role: 'user', text: 'secret-of-ada' })
  await record.conversations.captureLead(website, { email: ada, last_name: 'Lovelace' })
  await record.conversations.grade(website, evaluation)
  const meeting = await record.meetings.book({
    conversation: website,
    provider: 'cal.com',
    start_at: '2026-11-01T10:00:00Z',
    end_at: '2026-11-01T10:30:00Z',
    invitee: { name: 'Ada Lovelace', email: ada },
    join_url: 'https://cal.example/join/secret-of-ada',
    reschedule_url: 'https://cal.example/move/secret-of-ada',
    cancel_url: 'https://cal.example/cancel/secret-of-ada',
  })
  await record.bookings.attempt({
    conversation: website,
    name: 'Ada Lovelace',
    email: ada,
    status: 'confirmed',
    meeting,
  })
  kit.clock.advance(3_000)
  await kit.doorkit.worker.tick()
  return { receiver, lead, visitor, website, meeting }
}

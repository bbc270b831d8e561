import { seedDemo } from '../../../../cli/src/demo/seed-demo.ts'
import { createDoorkit, memoryStore, systemClock } from '../../../../server/src/index.ts'
import type { OnEnd } from '../../../../server/test/support/host.ts'
import { caller } from '../../../../server/test/support/kit.ts'

const minute = 60_000

const attemptResult = { error: null, durationMs: 84, retryAfterMs: null }

/**
 * A workspace with something on every screen: the demo, requests of API keys, visitors who wait
 * for a person, and a webhook endpoint whose receiver began to fail.
 */
export async function openFilledWorkspace(onEnd: OnEnd) {
  const store = memoryStore()
  let behindMs = 31 * minute
  let sent = 0
  const doorkit = createDoorkit({
    store,
    clock: { ...systemClock, now: () => Date.now() - behindMs },
    random: () => 0.5,
    resolve: async () => ['93.184.215.14'],
    sender: {
      async send() {
        sent += 1
        if (sent <= 3) return { ...attemptResult, status: 204, response: '' }
        return {
          ...attemptResult,
          status: 503,
          response: 'The nightly import is running. Come back later.',
        }
      },
      close: async () => {},
    },
  })
  onEnd(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  await seedDemo({ store, workspace: id })
  await doorkit.workspaces.update(id, { agent: { live: true } })
  const key = await doorkit.keys.create({
    workspace: id,
    name: 'Nightly import',
    access: 'full_access',
  })
  const call = caller({ doorkit, key })
  const url = 'https://crm.acme.example/doorkit'
  const events = ['lead.captured', 'handoff.requested']
  await call('POST', '/webhook_endpoints', { body: { url, events, description: 'CRM' } })
  const instructions =
    'You help managers of shops and restaurants who look for software that plans shifts. Answer in two or three sentences, and offer a demo to teams of more than 20 people.'
  await call('PATCH', '/agent', { body: { instructions } })
  const { conversations } = doorkit.record(id)
  const visitors = [
    ['Ada Moreau', 'Can I import the shifts of this month?'],
    ['Paul Meier', 'Can we pay by invoice?'],
    ['Ines Costa', 'Is there a plan for schools?'],
    ['Erik Dahl', 'My invoice is wrong. A person, please.'],
    ['Mia Novak', 'I cannot sign in since this morning.'],
  ] as const
  for (const [nth, [name, text]] of visitors.entries()) {
    behindMs -= 5 * minute
    const conversation = await conversations.start({ page_url: 'https://acme.example/pricing' })
    await conversations.message(conversation, { role: 'user', text })
    const [first_name = '', last_name] = name.split(' ')
    const email = `${first_name.toLowerCase()}@example.com`
    await conversations.captureLead(conversation, { first_name, last_name, email })
    if (nth > 2) await conversations.requestHandoff(conversation, { reason: 'asked_for_person' })
    behindMs -= 10_000
    await doorkit.worker.tick()
  }
  for (const path of ['/contacts', '/conversations', '/contacts/con_0', '/webhook_endpoints']) {
    await call('GET', path)
  }
  await call('POST', '/contacts', { body: { email: 'not an address' } })
  behindMs = 0
  // The second pass makes the attempts whose payloads the first one has built.
  for (let pass = 0; pass < 2; pass += 1) await doorkit.worker.tick()
  return { doorkit, id, call }
}

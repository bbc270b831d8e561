import type { Round } from '../campaign.ts'
import type { Person } from './person.ts'
import type { Scene } from './scene.ts'

const start_at = '2026-11-01T10:00:00Z'
const end_at = '2026-11-01T10:30:00Z'

/** Writes about a person in each of several ways, in an order that depends on the seed. */
export async function writeHistory(round: Round, scene: Scene, person: Person, steps: number) {
  const { send, record, sessions } = scene
  const { random } = round
  const { email, word } = person
  const link = await scene.call('POST', '/personal_links', {
    body: { name: 'Spring', page: '/pricing', greeting: null },
  })
  const greeting = await scene.call('POST', '/link_greetings', {
    body: { name: 'Hello', text: 'Hi {first|there}' },
  })
  await scene.call('PATCH', `/personal_links/${link.json.id}`, {
    body: { greeting: greeting.json.id },
  })

  const page = () =>
    `https://acme.example/of/${encodeURIComponent(email)}?dw_email=${encodeURIComponent(email)}&dw_first=${word()}#${word()}`
  async function speak(session: string, text: string) {
    await send(`/chat/sessions/${session}/messages`, { text })
  }

  const ways: readonly (() => Promise<unknown>)[] = [
    () =>
      send('/contacts', {
        email,
        [random.pick(['first_name', 'last_name', 'name', 'company', 'phone', 'external_id'])]:
          word(),
        attributes: { [random.pick(['note', 'city'])]: word() },
      }),
    async () => {
      const visitor = { email, name: word(), external_id: word() }
      const body = { visitor, context: { fact: word() }, page_url: page() }
      const { json } = await send('/chat/sessions', body)
      sessions.push(json.id)
      await speak(json.id, `Hello, ${word()}`)
      await speak(json.id, 'Can I talk to a person?')
    },
    async () => {
      const { json } = await send('/chat/sessions', { page_url: page() })
      sessions.push(json.id)
      await speak(json.id, `I am Zora Quill, ${email}. ${word()}`)
      await speak(json.id, word().repeat(random.between(1, 60)))
    },
    async () => {
      const visit = await record.visits.start({ page_url: page(), utm: { content: word() } })
      const conversation = await record.conversations.start({ visit })
      const text = `${word()} `.repeat(random.between(1, 300))
      await record.conversations.message(conversation, { role: 'user', text })
      await record.conversations.captureLead(conversation, { email, first_name: word() })
      await record.conversations.requestHandoff(conversation, { reason: word() })
      const invitee = { name: word(), email }
      const about = { conversation, provider: 'cal.com', start_at, end_at, invitee }
      const join_url = `https://calendar.example/${word()}`
      const meeting = await record.meetings.book({ ...about, join_url })
      const attempt = { conversation, name: word(), email, status: 'confirmed' }
      await record.bookings.attempt({ ...attempt, meeting })
    },
    () => send('/privacy/exports', { email }),
    async () => {
      const { json } = await scene.call('GET', '/events?limit=5')
      const [event] = json.data
      if (event) await send(`/events/${event.id}/redeliver`, {})
    },
    async () => {
      const log = await scene.call('GET', `/webhook_endpoints/${scene.endpoint}/deliveries`)
      const [delivery] = log.json.data
      const path = `/webhook_endpoints/${scene.endpoint}/deliveries`
      if (delivery) await send(`${path}/${delivery.id}/redeliver`, {})
    },
    () => send(`/personal_links/${link.json.id}/urls`, { email, first_name: word() }),
    () => scene.work(),
    () => send('/contacts', { email: `bystander${random.between(1, 9)}@example.com` }),
  ]
  // Each way is used once, and after that random ways.
  for (const way of random.shuffle(ways)) await way()
  for (let step = 0; step < steps; step += 1) await ways[random.between(0, ways.length - 1)]?.()
}

import type { PersonalLink } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/pricing'
const hello = { role: 'user', text: 'Hello' } as const
const start_at = '2026-10-20T09:00:00Z'
const end_at = '2026-10-20T09:30:00Z'

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const createGreeting = async (name: string): Promise<string> =>
    (await call('POST', '/link_greetings', { body: { name, text: 'Hi!' } })).json.id
  const greeting = await createGreeting('Spring')
  const body = { name: 'News', page: '/pricing', greeting }
  const link: string = (await call('POST', '/personal_links', { body })).json.id
  const record = kit.doorkit.record(kit.workspace.id)
  const book = (conversation: string) =>
    record.meetings.book({ conversation, provider: 'cal.com', start_at, end_at, invitee: {} })
  const readResults = async (path = `/personal_links/${link}`): Promise<PersonalLink['results']> =>
    (await call('GET', path)).json.results
  return { ...kit, call, createGreeting, greeting, link, record, book, readResults }
}

const counts = (visits: number, chats: number, meetings: number) => ({
  days: 30,
  visits,
  chats,
  meetings,
})

overMemory((openStore) => {
  describe('personal links', () => {
    test('a visit counts once, however many conversations and meetings it has', async () => {
      const { record, link, book, readResults } = await setUp(openStore)
      const visit = await record.visits.start({ page_url, link })
      expect(await readResults()).toEqual(counts(1, 0, 0))
      for (let count = 0; count < 2; count++) {
        const conversation = await record.conversations.start({ visit })
        await record.conversations.message(conversation, hello)
        await record.conversations.message(conversation, hello)
        await book(conversation)
        await book(conversation)
      }
      expect(await readResults()).toEqual(counts(1, 1, 1))
    })

    test('a conversation without a visit counts by itself', async () => {
      const { record, link, book, readResults } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url, link })
      await record.conversations.message(conversation, { role: 'assistant', text: 'Hi!' })
      expect(await readResults()).toEqual(counts(0, 0, 0))
      await record.conversations.message(conversation, hello)
      await book(conversation)
      expect(await readResults()).toEqual(counts(0, 1, 1))
    })

    test('visits and chats of the team are left out', async () => {
      const { record, link, book, readResults } = await setUp(openStore)
      const visit = await record.visits.start({ page_url, link, test: true })
      const conversations = [
        await record.conversations.start({ visit }),
        await record.conversations.start({ visit, test: false }),
        await record.conversations.start({ page_url, link, test: true }),
      ]
      for (const conversation of conversations) {
        await record.conversations.message(conversation, hello)
        await book(conversation)
      }
      expect(await readResults()).toEqual(counts(0, 0, 0))
    })

    test('a visit and a chat count for the greeting that the link had at that moment', async () => {
      const { record, link, greeting, createGreeting, book, readResults, call } =
        await setUp(openStore)
      const visit = await record.visits.start({ page_url, link })
      const other = await createGreeting('Summer')
      await call('PATCH', `/personal_links/${link}`, { body: { greeting: other } })
      const conversation = await record.conversations.start({ visit })
      await record.conversations.message(conversation, hello)
      await call('PATCH', `/personal_links/${link}`, { body: { greeting: null } })
      await book(conversation)
      expect(await readResults(`/link_greetings/${greeting}`)).toEqual(counts(1, 0, 0))
      expect(await readResults(`/link_greetings/${other}`)).toEqual(counts(0, 1, 0))
      expect(await readResults()).toEqual(counts(1, 1, 1))
    })

    test('parallel reports of one visit, chat or meeting count once', async () => {
      const { record, link, book, readResults } = await setUp(openStore)
      const tenTimes = <T>(report: () => Promise<T>) =>
        Promise.all(Array.from({ length: 10 }, report))
      const [visit] = await tenTimes(() =>
        record.visits.start({ page_url, link }, { key: 'visit' }),
      )
      const conversation = await record.conversations.start({ visit })
      await tenTimes(() => record.conversations.message(conversation, hello))
      await tenTimes(() => book(conversation))
      expect(await readResults()).toEqual(counts(1, 1, 1))
    })

    // docs/api.md#personal-link
    test('results cover the last 30 days', async () => {
      const { record, link, readResults, clock } = await setUp(openStore)
      await record.visits.start({ page_url, link })
      clock.advance(20 * 86_400_000)
      await record.visits.start({ page_url, link })
      expect(await readResults()).toEqual(counts(2, 0, 0))
      clock.advance(20 * 86_400_000)
      expect(await readResults()).toEqual(counts(1, 0, 0))
    })
  })

  describe('the link of a conversation', () => {
    test('is the link of its visit', async () => {
      const { record, link, call } = await setUp(openStore)
      const visit = await record.visits.start({ page_url, link })
      const conversation = await record.conversations.start({ visit })
      expect((await call('GET', `/conversations/${conversation}`)).json.link).toBe(link)
    })

    test('is dropped if it is unknown, or belongs to another workspace', async () => {
      const { record, doorkit, link, call } = await setUp(openStore)
      const unknown = await record.visits.start({ page_url, link: 'lk_unknown' })
      const conversation = await record.conversations.start({ visit: unknown })
      expect((await call('GET', `/conversations/${conversation}`)).json.link).toBeNull()

      const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const theirs = doorkit.record(other.id)
      const visit = await theirs.visits.start({ page_url, link })
      const foreign = await theirs.conversations.start({ visit })
      const { secret } = await doorkit.keys.create({
        workspace: other.id,
        name: 'B',
        access: 'read_only',
      })
      expect((await call('GET', `/conversations/${foreign}`, { secret })).json.link).toBeNull()
      expect((await call('GET', `/personal_links/${link}`)).json.results.visits).toBe(0)
      await record.visits.start({ page_url, link })
      expect((await call('GET', `/personal_links/${link}`)).json.results.visits).toBe(1)
    })
  })
})

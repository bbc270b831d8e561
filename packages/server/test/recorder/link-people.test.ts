import { describe, expect, test } from 'vitest'
import { linkPeople } from '../../src/collections/link-day.ts'
import { removeOldRows } from '../../src/worker/remove-old-rows.ts'
import { caller, createKit } from '../support/kit.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/pricing'
const hello = { role: 'user', text: 'Hello' } as const
const start_at = '2026-10-20T09:00:00Z'
const end_at = '2026-10-20T09:30:00Z'
const dayMs = 86_400_000

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const createGreeting = async (name: string): Promise<string> =>
    (await call('POST', '/link_greetings', { body: { name, text: 'Hi!' } })).json.id
  const greeting = await createGreeting('Spring')
  const addLink = async (name: string): Promise<string> =>
    (await call('POST', '/personal_links', { body: { name, page: '/pricing', greeting } })).json.id
  const record = kit.doorkit.record(kit.workspace.id)
  return {
    ...kit,
    call,
    createGreeting,
    greeting,
    addLink,
    link: await addLink('News'),
    open: async (link: string, visitor: string | null = 'v-ada') =>
      record.visits.start({ page_url, link, visitor }),
    chat: async (visit: string) => {
      const conversation = await record.conversations.start({ visit })
      await record.conversations.message(conversation, hello)
      return conversation
    },
    book: (conversation: string) =>
      record.meetings.book({ conversation, provider: 'cal.com', start_at, end_at, invitee: {} }),
    readResults: async (id: string): Promise<number[]> => {
      const path = id.startsWith('gr_') ? `/link_greetings/${id}` : `/personal_links/${id}`
      const { visits, chats, meetings } = (await call('GET', path)).json.results
      return [visits, chats, meetings]
    },
  }
}

overMemory((openStore) => {
  describe('personal links: results count people', () => {
    test('a visitor who opens a link, chats and books again counts once', async () => {
      const { open, chat, book, readResults, link, clock } = await setUp(openStore)
      for (let visits = 0; visits < 3; visits++) {
        await book(await chat(await open(link)))
        clock.advance(4 * dayMs)
      }
      expect(await readResults(link)).toEqual([1, 1, 1])
    })

    test('other visitors, and visits without the id of a visitor, count separately', async () => {
      const { open, readResults, link } = await setUp(openStore)
      for (const visitor of ['v-ada', 'v-ada', 'v-grace', null, null]) await open(link, visitor)
      expect(await readResults(link)).toEqual([4, 0, 0])
    })

    test('a visitor counts once on each link', async () => {
      const { open, addLink, readResults, link, greeting } = await setUp(openStore)
      const other = await addLink('Mail')
      await open(link)
      await open(other)
      expect([await readResults(link), await readResults(other)]).toEqual([
        [1, 0, 0],
        [1, 0, 0],
      ])
      expect(await readResults(greeting)).toEqual([2, 0, 0])
    })

    test('a visitor counts for 30 days from the latest visit', async () => {
      const { open, readResults, link, clock } = await setUp(openStore)
      await open(link)
      clock.advance(20 * dayMs)
      await open(link)
      clock.advance(29 * dayMs)
      expect(await readResults(link)).toEqual([1, 0, 0])
      clock.advance(dayMs)
      expect(await readResults(link)).toEqual([0, 0, 0])
      await open(link)
      expect(await readResults(link)).toEqual([1, 0, 0])
    })

    test('a visitor counts for the greeting that they saw last', async () => {
      const { open, call, createGreeting, readResults, link, greeting } = await setUp(openStore)
      await open(link)
      const other = await createGreeting('Summer')
      await call('PATCH', `/personal_links/${link}`, { body: { greeting: other } })
      await open(link)
      expect(await readResults(greeting)).toEqual([0, 0, 0])
      expect(await readResults(other)).toEqual([1, 0, 0])
      expect(await readResults(link)).toEqual([1, 0, 0])
    })

    test('a visitor in many tabs at the same time counts once', async () => {
      const { open, readResults, link } = await setUp(openStore)
      await Promise.all(Array.from({ length: 10 }, () => open(link)))
      expect(await readResults(link)).toEqual([1, 0, 0])
    })

    test('a visitor who no longer counts is removed, and no id of a visitor is stored', async () => {
      const { open, link, store, clock } = await setUp(openStore)
      await open(link)
      const listPeople = () =>
        linkPeople.list(store, { index: 'link_people_age', where: [], dir: 'asc', limit: 10 })
      expect(await listPeople()).toHaveLength(1)
      expect(JSON.stringify(await listPeople())).not.toContain('v-ada')
      await removeOldRows({ store }, clock.now() + 29 * dayMs)
      expect(await listPeople()).toHaveLength(1)
      await removeOldRows({ store }, clock.now() + 30 * dayMs)
      expect(await listPeople()).toHaveLength(0)
    })
  })
})

import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory(
  'Events: none about agent, appearance, buttons, links and greetings',
  (openStore) => {
    test('a change of any of them emits no event', async () => {
      const call = caller(await createKit({ store: openStore() }))
      const post = async (path: string, body: object): Promise<string> =>
        (await call('POST', path, { body })).json.id
      const button = await post('/chat_buttons', { label: 'Prices', message: 'How much?' })
      const greeting = await post('/link_greetings', { name: 'Spring', text: 'Hi {first}' })
      const link = await post('/personal_links', { name: 'News', page: '/', greeting })
      const changes = [
        ['PATCH', '/agent', { live: false }],
        ['PATCH', '/appearance', { revision: 1, title: 'Ask us' }],
        ['PATCH', `/chat_buttons/${button}`, { label: 'Costs' }],
        ['PATCH', `/link_greetings/${greeting}`, { name: 'Summer' }],
        ['PATCH', `/personal_links/${link}`, { name: 'Letter' }],
        ['DELETE', `/chat_buttons/${button}`],
        ['DELETE', `/personal_links/${link}`],
        ['DELETE', `/link_greetings/${greeting}`],
      ] as const
      const statuses: number[] = []
      for (const [method, path, body] of changes) {
        statuses.push((await call(method, path, { body })).status)
      }
      expect(statuses).toEqual(Array(changes.length).fill(200))
      expect((await call('GET', '/events')).json.data).toEqual([])
    })
  },
)

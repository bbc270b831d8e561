import { describe, expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { everything } from '../support/privacy.ts'
import { overMemory } from '../support/stores.ts'

const email = 'zoe+news@example.com'
const forms = [
  email,
  'zoe%2Bnews%40example.com',
  'zoe%252Bnews%2540example%252Ecom',
  'zo\u00eb@ex\u00e4mple.com',
  'zoe%EF%BC%A0example.com',
]
const traces = ['zoe', 'zo\u00eb', 'zo%c3%ab']

overMemory((openStore) => {
  async function setUp() {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    return {
      kit,
      call,
      record: kit.doorkit.record(kit.workspace.id),
      findTraces: async () => {
        const text = await everything(kit)
        return traces.filter((trace) => text.includes(trace))
      },
    }
  }

  describe('An email address in the path of a page is never stored', () => {
    test.each(forms)('when it is written as %s', async (form) => {
      const { call, record, findTraces } = await setUp()
      const page_url = `https://acme.example/u/${form}/offers?to=${form}#${form}`
      const from = { page_url, source: form, country: form, utm: { to: form } }
      const visit = await record.visits.start(from)
      await record.visits.chatOpened(visit)
      const shown = await Promise.all(
        [
          await record.conversations.start({ visit }),
          await record.conversations.start(from),
          (await call('POST', '/chat/sessions', { body: { page_url } })).json.conversation,
        ].map(async (id) => (await call('GET', `/conversations/${id}`)).json),
      )
      for (const conversation of shown) {
        expect(conversation).toMatchObject({
          page_url: 'https://acme.example/u/:email/offers',
          page_path: '/u/:email/offers',
        })
      }
      await record.conversations.message(shown[0].id, { role: 'user', text: 'Hello' })
      const analytics = (await call('GET', '/analytics')).json
      expect(analytics.pages).toMatchObject([{ label: '/u/:email/offers', visitors: 1 }])
      expect(await findTraces()).toEqual([])
    })
  })
})

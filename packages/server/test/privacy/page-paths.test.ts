import { describe, expect, test } from 'vitest'
import { conversations } from '../../src/collections/conversation.ts'
import { labelCounts, labelOps } from '../../src/collections/label-count.ts'
import { countOps, rollups } from '../../src/collections/rollup.ts'
import { visits } from '../../src/collections/visit.ts'
import { caller, createKit } from '../support/kit.ts'
import { everything } from '../support/privacy.ts'
import { forEachStore } from '../support/stores.ts'

const email = 'zoe+news@example.com'
const forms = [
  email,
  'zoe%2Bnews%40example.com',
  'zoe%252Bnews%2540example%252Ecom',
  'zo\u00eb@ex\u00e4mple.com',
  'zoe%EF%BC%A0example.com',
]
const traces = ['zoe', 'zo\u00eb', 'zo%c3%ab']

forEachStore((openStore) => {
  async function setUp() {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    return {
      kit,
      call,
      record: kit.doorkit.record(kit.workspace.id),
      left: async () => {
        const text = await everything(kit)
        return traces.filter((trace) => text.includes(trace))
      },
    }
  }

  describe('An address in the path of a page is nowhere', () => {
    test.each(forms)('once it came in as %s', async (form) => {
      const { call, record, left } = await setUp()
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
      expect(await left()).toEqual([])
    })

    test('once an erasure found it in rows of earlier versions', async () => {
      const { kit, call, record, left } = await setUp()
      const workspace = kit.workspace.id
      const conversation = await record.conversations.start({})
      const visit = await record.visits.start({ page_url: 'https://acme.example/a' })
      const [row, old] = await Promise.all([
        conversations.get(kit.store, conversation),
        visits.get(kit.store, visit),
      ])
      if (!row || !old) throw new Error('The rows are gone.')
      const page_path = `/u/${email}/offers`
      const page_url = `https://acme.example${page_path}?q=${email}`
      const where = { page: page_path, source: email, device: 'mobile', ai: false } as const
      const counts = { visitors: 3, leads: 1 }
      await kit.store.commit([
        conversations.patch(conversation, { data: { ...row.data, page_url, page_path } }),
        visits.patch(visit, { data: { ...old.data, ...where, page_url } }),
        ...countOps(workspace, 20261012, where, counts),
        ...countOps(workspace, 20261012, { ...where, page: '/u/:email/offers' }, counts),
        ...labelOps(workspace, 20261012, where, 'intent', 'pricing', 2),
        ...labelOps(workspace, 20261012, where, 'intent', `asks for ${email}`, 2),
      ])
      const before = (await call('GET', '/analytics')).json
      expect(await left()).toEqual(['zoe'])
      const { status } = await call('POST', '/privacy/erasures', { body: { email } })
      expect(status).toBe(201)
      expect(await left()).toEqual([])
      const after = (await call('GET', '/analytics')).json
      expect(after.funnel).toEqual(before.funnel)
      expect(after.headline).toEqual(before.headline)
      const counted = await rollups.list(kit.store, {
        index: 'rollups_by_day',
        where: [{ key: 'page', op: 'eq', value: '/u/:email/offers' }],
        dir: 'asc',
        limit: 10,
      })
      expect(counted.map(({ keys }) => [keys.visitors, keys.leads])).toEqual(Array(4).fill([6, 2]))
      const labels = await labelCounts.list(kit.store, {
        index: 'label_counts_by_day',
        where: [],
        dir: 'asc',
        limit: 10,
      })
      expect(labels.map(({ keys }) => [keys.label, keys.value])).toEqual(
        Array(8).fill(['pricing', 2]),
      )
    })
  })
})

import { expect, test } from 'vitest'
import { signVisitor } from '../../src/index.ts'
import { agentOf, spoken } from '../support/agents.ts'
import { caller } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeForBothStores } from '../support/stores.ts'

const email = 'ada@example.com'
const agent = agentOf(function* ({ tools, messages }) {
  if (messages.at(-1)?.text.includes('@')) tools.captureLead({ email })
  yield* spoken('Thank you.')
})

describeForBothStores('an erasure', (openStore) => {
  test.each(['signed in', 'known by a lead'])(
    'of a visitor who was %s leaves nothing for their tokens to find',
    async (how) => {
      const store = openStore()
      const kit = await createSiteKit({ store, agent })
      const page = openPage(kit)
      await page.visit()
      await page.say(how === 'signed in' ? 'Hello, I am Ada' : `Hello, I am Ada, ${email}`)
      const { id: workspace } = kit.workspace
      if (how === 'signed in') {
        const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
        await page.identify(signVisitor({ secret, workspace, email, now: kit.clock.now() }))
      }
      const erased = await caller(kit)('POST', '/privacy/erasures', { body: { email } })
      expect(erased.status).toBe(201)
      const { json, text } = await page.json('GET', '/conversation')
      expect(json.messages).toEqual([])
      expect(text).not.toContain('Ada')
      const rows = await store.list({
        in: 'site_visitors',
        index: 'site_visitors_seen',
        where: [],
        dir: 'asc',
        limit: 10,
      })
      expect(rows).toEqual([])
      expect((await page.visit()).json).toMatchObject({
        identity: null,
        conversation: { id: null },
      })
    },
  )
})

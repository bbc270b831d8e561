import { readdirSync } from 'node:fs'
import { createClient } from '@doorkit/client'
import { createSiteClient } from '@doorkit/widget'
import { expect, test } from 'vitest'
import { folder, steps, takeTour } from './support/take-tour.ts'

/** Chats in the shop as its page does, and returns the answer and the change of the figures. */
async function chatInShop(shown: string) {
  const origin = /^The shop, .* is at (http\S+)$/m.exec(shown)?.[1] ?? ''
  const html = await (await fetch(`${origin}/bare`)).text()
  const settings = JSON.parse(/const shop = (.*?)<\/script>/.exec(html)?.[1] ?? '')
  expect(html).toContain('/messages/stream')
  const shop = await (await fetch(origin)).text()
  expect(shop).toContain(`src="${settings.baseUrl}/widget.js"`)
  expect((await fetch(`${settings.baseUrl}/widget.js`)).status).toBe(200)
  const site = createSiteClient({
    ...settings,
    page: { ...page, url: () => `${origin}/` },
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Origin', origin)
      return fetch(url, { ...init, headers })
    },
  })
  const apiKey = /API key +(\S+)/.exec(shown)?.[1] ?? ''
  const baseUrl = /^The workspace API is at (\S+),/m.exec(shown)?.[1] ?? ''
  const client = createClient({ apiKey, baseUrl })
  const reached = async () => (await client.analytics.get()).funnel.map(({ visitors }) => visitors)
  const before = await reached()
  const message = await site.messages.send('What does it cost?').final()
  const after = await reached()
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  return { texts, moved: after.map((count, stage) => count - (before[stage] ?? 0)) }
}

const page = {
  url: () => '',
  referrer: () => '',
  isOnline: () => true,
  isHidden: () => false,
  onChange: () => () => {},
}

test('the tour then serves a demonstration with a shop, and removes it afterwards, as it said', async () => {
  const seen: unknown[] = []
  const stay = ['--stay', '--port', '0']
  const { code, lines, stderr } = await takeTour({}, stay, async (shown) => {
    seen.push(await chatInShop(shown).catch(String))
  })
  expect(seen).toEqual([
    { texts: [expect.stringContaining('Team costs 3 euros')], moved: [1, 0, 1, 1, 0, 0] },
  ])
  expect(code, stderr).toBe(0)
  expect(lines[steps.length]).toMatch(/starts with its own database/)
  expect(lines[steps.length + 1]).toMatch(/^The workspace API is at http.*with demo data/)
  expect(lines.at(-4)).toMatch(/^The API is at http:\S+\/v1$/)
  expect(lines.at(-3)).toMatch(
    /^The console, .* has a link that works once: http:\S+\/console\/sign-in#\S+$/,
  )
  expect(lines.at(-2)).toMatch(/^The shop, whose visitors chat with the agent, is at http:/)
  expect(lines.at(-1)).toBe('The demonstration and its database are gone.')
  expect(readdirSync(folder)).toEqual([])
})

import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { status } from '../../../server/test/support/receiver.ts'
import { createDeliveryKit } from '../../../server/test/support/webhooks.ts'
import { openConsole } from './support/open-console.ts'
import { screens } from './support/screens.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

const texts: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script><b>bold</b>',
  Markdown: '[a](javascript:globalThis.hit=1) ![b](https://evil.example/x.png) **bold**',
  'direction marks': '\u202Egro.live \u2067 left \u200Fright',
  '100,000 characters': 'x'.repeat(100_000),
}

/** A workspace that has a hostile text from a visitor, a calendar, a webhook receiver and a program. */
async function openHostileWorkspace(text: string) {
  const { kit, endpoint } = await createDeliveryKit({ answer: status(500, text) })
  onTestFinished(() => kit.doorkit.close())
  const name = text.slice(0, 100)
  await kit.say()
  await kit.settle()
  const create = async (path: string, body: object) => {
    const { status: answered, json } = await kit.call('POST', path, { body })
    expect([path, answered < 300, json.detail]).toEqual([path, true, undefined])
  }
  await create('/knowledge/documents', { name, content: text })
  const { conversations, meetings } = kit.doorkit.record(kit.workspace.id)
  const page = `https://acme.example/${encodeURIComponent(name)}`
  const utm = { utm_source: name }
  const conversation = await conversations.start({ page_url: page, utm })
  // A message has at most 20,000 characters.
  for (let from = 0; from < text.length; from += 20_000) {
    await conversations.message(conversation, {
      role: 'user',
      text: text.slice(from, from + 20_000),
    })
  }
  const email = 'ada@example.com'
  const lead = { first_name: name, last_name: name, email }
  await conversations.captureLead(conversation, lead)
  await conversations.requestHandoff(conversation, { reason: name })
  await meetings.book({
    conversation,
    provider: name,
    meeting_type: name,
    host: name,
    start_at: '2026-10-19T09:30:00.000Z',
    end_at: '2026-10-19T10:00:00.000Z',
    invitee: { name, email },
  })
  await create('/contacts', { email: 'grace@example.com', first_name: name, company: name })
  return { kit, endpoint }
}

describe.each(Object.entries(texts))('a text with %s', (_, text) => {
  test('is shown as text and nothing else on every screen', async () => {
    const { kit, endpoint } = await openHostileWorkspace(text)
    const page = await (await openConsole(chromium, kit.doorkit, kit.workspace.id)).signIn()
    const beginning = JSON.stringify(text.trim().slice(0, 8))
    const showsIt = `[document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)].some((one) => one.includes(${beginning}))`
    const made = `document.querySelectorAll('#app :is(img, script, b, a[href^="javascript:"], a[href*="evil.example"])').length`
    // An isolated text cannot change the direction of the text around it.
    const isolated = `[...document.querySelectorAll('.quoted-text, bdi')].every((one) => getComputedStyle(one).unicodeBidi.startsWith('isolate'))`
    const showing: string[] = []
    async function look(path: string) {
      if (await page.run(showsIt)) showing.push(path)
      expect([path, await page.run('globalThis.hit')]).toEqual([path, undefined])
      expect([path, await page.run(made)]).toEqual([path, 0])
      expect([path, await page.run(isolated)]).toEqual([path, true])
      const fits = 'document.documentElement.scrollWidth <= innerWidth'
      expect([path, await page.run(fits)]).toEqual([path, true])
    }
    for (const { name, hasRows } of screens) {
      await page.go(name)
      await look(name)
      if (!hasRows || name === 'openings') continue
      const row = `document.querySelector('#main a.title, #main .inbox-row').getAttribute('href')`
      await page.go((await page.run(row)) as string)
      await look(`${name}/{id}`)
    }
    await page.go('knowledge?ask=left+bold+b')
    await look('knowledge?ask')
    await page.go(`webhooks/${endpoint.id}`)
    // The oldest delivery has an answer.
    await page.run(`[...document.querySelectorAll('#main tbody button')].at(-1).click()`)
    await eventually(() => page.has('dialog .quoted-text')).toBe(true)
    await look('a delivery')
    expect(showing).toEqual(
      expect.arrayContaining([
        'inbox',
        'inbox/{id}',
        'conversations',
        'conversations/{id}',
        'contacts',
        'contacts/{id}',
        'meetings',
        'knowledge',
        'a delivery',
      ]),
    )
    expect(page.complaints).toEqual([])
  })
})

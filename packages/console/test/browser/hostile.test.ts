import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { openConsole } from './support/open-console.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

const texts: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script><b>bold</b>',
  Markdown: '[a](javascript:globalThis.hit=1) ![b](https://evil.example/x.png) **bold**',
  'marks of direction': '\u202Egro.live \u2067 left \u200Fright',
  '100,000 characters': 'x'.repeat(100_000),
}

describe.each(Object.entries(texts))('%s of a visitor', (_, text) => {
  test('is text and nothing else on every screen that shows it', async () => {
    const doorkit = createDoorkit({ store: memoryStore() })
    onTestFinished(() => doorkit.close())
    const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
    const record = doorkit.record(id).conversations
    const conversation = await record.start({ page_url: 'https://a.example/' })
    // A message has at most 20,000 characters.
    for (let from = 0; from < text.length; from += 20_000) {
      await record.message(conversation, { role: 'user', text: text.slice(from, from + 20_000) })
    }
    await record.requestHandoff(conversation, { reason: text.slice(0, 200) })
    const page = await (await openConsole(chromium, doorkit, id)).signIn()
    for (const path of [
      'conversations',
      `conversations/${conversation}`,
      'inbox',
      `inbox/${conversation}`,
    ]) {
      await page.go(path)
      await eventually(() =>
        page.run(
          `document.querySelector('#main').innerText.includes(${JSON.stringify(text.trim().slice(0, 8))})`,
        ),
      ).toBe(true)
      expect(await page.run('globalThis.hit')).toBeUndefined()
      const made = `document.querySelectorAll('#main img, #main script, #main b, #main a[href^="javascript:"], #main a[href*="evil"]').length`
      expect([path, await page.run(made)]).toEqual([path, 0])
      expect(await page.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      // Marks of direction end where the text ends.
      const isolated = `[...document.querySelectorAll('.said-text, bdi')].every((one) => getComputedStyle(one).unicodeBidi.startsWith('isolate'))`
      expect(await page.run(isolated)).toBe(true)
    }
    expect(page.complaints).toEqual([])
  })
})

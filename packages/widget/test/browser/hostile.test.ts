import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'
import { agentSaying } from './support/states.ts'
import type { widgetPage } from './support/widget-page.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

const schemes = [
  'javascript:globalThis.hit=1',
  'JaVaScRiPt:globalThis.hit=1',
  'java\tscript:globalThis.hit=1',
  ' javascript:globalThis.hit=1',
  'data:text/html,<script>globalThis.hit=1</script>',
  'vbscript:x',
  'blob:https://acme.test/x',
  'file:///etc/passwd',
  'intent://x#Intent;end',
  'ms-msdt:/id',
  'about:blank',
  'https://bank.example@evil.example/',
  '//evil.example/',
]
const allowedAddresses = [
  'https://acme.test/ok',
  'http://acme.test/ok',
  'mailto:a@acme.test',
  'tel:+4420',
]

const texts: Readonly<Record<string, string>> = {
  HTML: [
    '<img src=x onerror="globalThis.hit=1">',
    '<script>globalThis.hit=1</script>',
    '<svg onload="globalThis.hit=1"><style>*{display:none}</style></svg>',
    '</div></dialog><iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
    '<a href="javascript:globalThis.hit=1" style="position:fixed;inset:0">x</a>',
  ].join('\n'),
  'links of all schemes': [...schemes, ...allowedAddresses]
    .map((address) => `[a link](${address}) ${address} <${address}>`)
    .join('\n\n'),
  'Markdown that never ends': `${'**'.repeat(2_000)}${'['.repeat(2_000)}${'`'.repeat(2_001)}\n${'> '.repeat(2_000)}\n${'- '.repeat(2_000)}x\n\`\`\`\n${'*_'.repeat(2_000)}`,
  'direction marks': `\u202egro.knab\u202c \u2066\u2067\u2068 ${'\u202e'.repeat(500)} end`,
  'stacked accents': `Z${'\u0301\u0489'.repeat(2_000)}`,
  'one long word': 'x',
  'one long line of code': `\`\`\`\n${'y'.repeat(100_000)}\n\`\`\``,
  'thousands of lines': 'a line\n\n',
}

/** Repeats a text until it has this many characters. */
const fillUp = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

type Page = ReturnType<typeof widgetPage>

/** Finds everything that a text has run, drawn, linked or placed outside the panel. */
const findHarm = (page: Page) =>
  page.run(`(() => {
    const { shadowRoot } = document.querySelector('doorkit-chat')
    const panel = shadowRoot.querySelector('.panel').getBoundingClientRect()
    const view = shadowRoot.querySelector('.scroll')
    const known = 'div span p ul ol li pre code blockquote h4 strong em a time button svg path i'.split(' ')
    const all = [...shadowRoot.querySelectorAll('.log *')]
    const bubbles = all.filter((one) => one.matches('.bubble, .bubble > *, .html > *'))
    const links = all.filter((one) => one.localName === 'a')
    return {
      ran: globalThis.hit ?? null,
      strange: all.map((one) => one.localName).filter((name) => !known.includes(name)),
      links: [...new Set(links.filter((one) => !/^(https?|mailto|tel):/.test(one.href) || one.href.includes('@evil') || !one.rel.includes('noopener')).map((one) => one.href))],
      outside: bubbles.filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < panel.left - 1 || right > panel.right + 1 }).length,
      turned: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(shadowRoot.textContent),
      sideways: view.scrollWidth > view.clientWidth,
      page: document.scrollingElement.scrollWidth > innerWidth || document.scrollingElement.scrollHeight > Math.max(innerHeight, document.body.scrollHeight),
    }
  })()`)

const harmless = {
  ran: null,
  strange: [],
  links: [],
  outside: 0,
  turned: false,
  sideways: false,
  page: false,
}

/** Waits until a message can be sent. */
const waitUntilIdle = (page: Page) => eventually(() => page.has('.answering')).toBe(false)

/** Closes the chat, opens it again and writes, which no text may prevent. */
async function useChat(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.press('Escape')
  await eventually(() => page.has('.panel')).toBe(false)
  await page.open()
  await page.say('Go on.')
  const texts = `[...${page.find('.log')}.querySelectorAll('.user .bubble')].map((one) => one.textContent)`
  await eventually(() => page.run(`${texts}.includes('Go on.')`)).toBe(true)
}

describe('nothing runs and nothing leaves the widget', () => {
  test.each(Object.entries(texts))('when the agent and a person say %s', async (_, text) => {
    const site = await openSite(chromium, { agent: agentSaying(fillUp(text, 100_000)) })
    const page = await site.visit()
    await page.open()
    await page.say('Say it.')
    await eventually(() => page.has('.log .assistant .bubble > *')).toBe(true)
    const [conversation] = await site.team.conversations.list().toArray({ limit: 1 })
    const people = site.doorkit.people(site.workspace)
    const person = { id: 'usr_1', name: '<b>Eve</b>\u202e' }
    await people.join(conversation?.id ?? '', person)
    // The longest text that the server accepts from a person.
    await people.send(conversation?.id ?? '', person, fillUp(text, 20_000))
    await eventually(() => page.text('.log .person')).toBe('<b>Eve</b>')
    expect(await findHarm(page)).toEqual(harmless)
    await useChat(page)
    expect(page.complaints).toEqual([])
  })

  test.each(Object.entries(texts))('when the visitor says %s', async (_, text) => {
    const page = await (await openSite(chromium, { agent: agentSaying('I see.') })).visit()
    await page.open()
    // The server accepts the first text. It refuses the second, which is too long to type into the field.
    for (const [given, answer] of [
      [fillUp(text, 4_000), '.log .assistant'],
      [fillUp(text, 100_000), '.log .failed'],
    ] as const) {
      const value = JSON.stringify(given)
      await page.run(
        `${page.find('textarea')}.value = ${value}; ${page.find('form')}.requestSubmit()`,
      )
      await eventually(() => page.has(answer)).toBe(true)
      await waitUntilIdle(page)
      expect(await findHarm(page)).toEqual(harmless)
    }
    expect(await page.run(`${page.find('.log')}.querySelectorAll('.user .bubble *').length`)).toBe(
      0,
    )
    const isUnexpected = (one: string) => !one.includes('Failed to load resource')
    expect(page.complaints.filter(isUnexpected)).toEqual([])
    await page.run(`${page.find('textarea')}.focus()`)
    await useChat(page)
  })

  test('when buttons and a greeting contain HTML', async () => {
    const site = await openSite(chromium)
    await site.team.chatButtons.create({
      label: '<b>Open</b>',
      behavior: 'html',
      html: `${texts.HTML}<table><tr><td>${'x'.repeat(3_000)}</table><a href="javascript:globalThis.hit=1">a</a>`,
    })
    const greeting = await site.team.linkGreetings.create({ name: 'G', text: 'Hi {first|there}!' })
    const link = await site.team.personalLinks.create({
      name: 'L',
      page: '/',
      greeting: greeting.id,
    })
    const name = encodeURIComponent(`<img src=x onerror=globalThis.hit=1>${'x'.repeat(500)}`)
    const page = await site.visit(`/${new URL(link.url ?? '').search}&dw_first=${name}`)
    await eventually(() => page.has('.card')).toBe(true)
    const box = `(() => { const { top, left, right } = ${page.find('.frame')}.getBoundingClientRect(); return top >= 0 && left >= 0 && right <= innerWidth })()`
    expect(await page.run(box)).toBe(true)
    await page.click('.chip')
    await eventually(() => page.has('.html')).toBe(true)
    expect(await findHarm(page)).toEqual(harmless)
    expect(
      await page.run(`${page.find('.html')}.querySelectorAll('img, svg, [style]').length`),
    ).toBe(0)
    expect(await page.run(`${page.find('.html')}.querySelectorAll('[href]').length`)).toBe(0)
  })
})

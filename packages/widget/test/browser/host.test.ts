import { fileURLToPath } from 'node:url'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserBuild } from '../../bundle/bundle-assets.ts'
import { createGate } from './support/gate.ts'
import { openSite, policyOf } from './support/open-site.ts'
import { agentSaying } from './support/states.ts'
import { listeners, watchPage } from './support/watch-page.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/** Opens a page that defines the element `<doorkit-chat>`, without a chat. */
async function openPageWithElement() {
  const { outputFiles } = await build({
    ...browserBuild,
    entryPoints: [fileURLToPath(new URL('../../src/element.ts', import.meta.url))],
    format: 'esm',
    write: false,
  })
  const site = await openSite(chromium, { agent: agentSaying('Yes.') })
  const page = await site.open()
  await page.ready()
  await page.run(`doorkit('remove')`)
  await page.run(outputFiles[0]?.text.replace(/export\s*\{[^}]*\};?\s*$/, '') ?? '')
  return { site, page }
}

const ownPolicies = (api: string) => `${policyOf(api)}; trusted-types doorkit doorkit-html`

describe('the page around the widget', () => {
  test('keeps its layout and its globals, and a closed chat listens only for new pages and for its connection', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Yes.') })
    const page = await site.visit('/', { before: watchPage })
    // The widget reports a page that changes without a load.
    expect(await page.run(listeners)).toEqual(['currententrychange'])
    await page.open()
    await page.say('Hello?')
    await eventually(() => page.has('.log .assistant')).toBe(true)
    await page.press('Escape')
    await eventually(() => page.has('.panel')).toBe(false)
    await page.settle()
    // The widget follows the conversation, over a connection that depends on the network and on
    // visibility.
    const followed = ['currententrychange', 'offline', 'online', 'visibilitychange']
    expect(await page.run(listeners)).toEqual(followed)
    expect(await page.run('watched.shift')).toBe(0)
    const added = `Object.getOwnPropertyNames(globalThis).filter((name) => !watched.names.includes(name))`
    expect(await page.run(added)).toEqual(['doorkit'])
    await page.run(`doorkit('remove')`)
    await eventually(() => page.run(listeners)).toEqual([])
    expect(await page.run(added)).toEqual([])
    expect(page.complaints).toEqual([])
  })

  test('never sees an error of the widget, unless it listens to errors', async () => {
    const breakFetch = `
      globalThis.fetch = () => { throw new Error('Nothing is fetched here.') }
      globalThis.errors = []
      globalThis.doorkit = function () { (doorkit.q = doorkit.q || []).push(arguments) }
      doorkit('on', 'error', (error) => { errors.push(error.code); throw new Error('of the page') })`
    const site = await openSite(chromium)
    const page = await site.open('/', { before: breakFetch })
    await eventually(() => page.run('errors')).toEqual(['connection_failed'])
    // Only the error that the page's own listener threw is reported.
    expect(page.complaints.map((one) => one.includes('of the page'))).toEqual([true])
    expect(
      await page.run(`document.querySelector('doorkit-chat').getBoundingClientRect().height`),
    ).toBe(0)
  })

  test('may be suspended: a message that arrived during this time is shown afterwards', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Yes.') })
    const page = await site.visit()
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    const other = await site.open('/prices', { beside: page })
    await eventually(() => page.run('document.visibilityState')).toBe('hidden')
    await page.call('Page.setWebLifecycleState', { state: 'frozen' })
    site.cut()
    const [conversation] = await site.team.conversations.list().toArray({ limit: 1 })
    const people = site.doorkit.people(site.workspace)
    const grace = { id: 'usr_1', name: 'Grace' }
    await people.join(conversation?.id ?? '', grace)
    await people.send(conversation?.id ?? '', grace, 'Are you awake?')
    await page.call('Page.setWebLifecycleState', { state: 'active' })
    await other.close()
    await page.call('Page.bringToFront')
    await eventually(() => page.run('document.visibilityState')).toBe('visible')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.', 'Are you awake?'])
  })

  test('may forbid storage, and the visitor can still chat', async () => {
    const forbid = `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('No.', 'SecurityError') } })`
    const page = await (await openSite(chromium, { agent: agentSaying('Yes.') })).visit('/', {
      before: forbid,
    })
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    expect(page.complaints).toEqual([])
  })

  test('may change without a load: each new page is counted, and the chat continues there', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Yes.') })
    const page = await site.visit()
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    const countReports = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/pages')).length`
    for (const [at, path] of ['/prices', '/doors', '/doors?wood=oak'].entries()) {
      await page.run(`history.pushState({}, '', '${path}')`)
      await eventually(() => page.run(countReports)).toBe(at + 1)
    }
    await page.run(`history.replaceState({}, '', '#part')`)
    await page.run(
      `document.body.replaceWith(document.createElement('body')); history.pushState({}, '', '/new')`,
    )
    await eventually(() => page.run(countReports)).toBe(4)
    await eventually(() => page.run(`document.querySelector('doorkit-chat').isConnected`)).toBe(
      true,
    )
    await page.call('Page.navigate', { url: `${site.origin}/next` })
    await page.ready()
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    expect(await page.has('.panel')).toBe(true)
  })

  test('looks as before once the widget is removed, even in the middle of an answer', async () => {
    const loader = createGate()
    const { agent, sayNext } = wordyAgent(['One ', 'two.'])
    const hold = (path: string) => (path.endsWith('/widget.js') ? loader.opened : undefined)
    const site = await openSite(chromium, { agent, hold })
    const page = await site.open('/', { before: watchPage })
    await eventually(() => page.run('document.readyState')).toBe('interactive')
    const look = `[document.documentElement.outerHTML, document.adoptedStyleSheets.length]`
    const before = await page.run(look)
    loader.open()
    await page.ready()
    await page.open()
    await page.say('Count.')
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', 'One'])
    await page.run(`doorkit('remove')`)
    expect(await page.run(look)).toEqual(before)
    await eventually(() => page.run('[...watched.timers]')).toEqual([])
    expect(await page.run(listeners)).toEqual([])
    expect(page.complaints).toEqual([])
  })

  test('may be in a sandbox: the site API then refuses the visit, and no button is shown', async () => {
    const policy = (api: string) => `${policyOf(api)}; sandbox allow-scripts`
    const site = await openSite(chromium, { policy })
    const listen = `globalThis.errors = []; globalThis.doorkit = function () { (doorkit.q = doorkit.q || []).push(arguments) }; doorkit('on', 'error', ({ code }) => errors.push(code))`
    const page = await site.open('/', { before: listen })
    await eventually(() => page.run('errors')).toEqual(['connection_failed'])
    expect(await page.has('.launcher')).toBe(false)
    await page.run(`document.querySelector('#own').click(); doorkit('open')`)
    expect(await page.has('.panel')).toBe(false)
    expect(page.complaints.filter((one) => one.includes('exceptionThrown'))).toEqual([])
  })

  test('may allow only the Trusted Types policies of the widget: a second attempt to load it works too', async () => {
    // The first attempt fails, because the digest of the widget is wrong.
    const before = `{
      const { append } = Element.prototype
      Element.prototype.append = function (script) {
        Element.prototype.append = append
        script.integrity = 'sha384-' + 'A'.repeat(64)
        this.append(script)
      }
    }`
    const site = await openSite(chromium, { policy: ownPolicies })
    const page = await site.visit('/', { before })
    expect(await page.run(`[...document.scripts].at(-1).dataset.attempt`)).toBe('2')
  })

  test('may allow only the Trusted Types policies of the widget: it shows the HTML of a button each time', async () => {
    const site = await openSite(chromium, { policy: ownPolicies })
    const html = '<p>From <b>nine</b>.</p>'
    await site.team.chatButtons.create({ label: 'Hours', behavior: 'html', html })
    const page = await site.visit()
    await page.open()
    for (let count = 0; count < 2; count += 1) {
      await page.click('.panel .chip')
      expect(await page.text('.html b')).toBe('nine')
    }
    expect(page.complaints).toEqual([])
  })

  test('may replace texts, even of messages that are shown', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Yes.') })
    const page = await site.visit()
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await page.run(`doorkit('texts', { you: 'Ada' })`)
    await eventually(() => page.text('.user .author')).toBe('Ada')
  })

  test.each(['before', 'after'])(
    'can contain the element, which gets its attributes %s its insertion: it starts a chat, fires the events of the chat, and ends the chat when it is removed',
    async (when) => {
      const { site, page } = await openPageWithElement()
      await page.run(`(() => {
      const chat = document.createElement('doorkit-chat')
      if (${when === 'after'}) document.body.append(chat)
      chat.setAttribute('site-key', '${site.siteKey}')
      chat.setAttribute('base-url', '${site.api}/site')
      globalThis.fired = []
      for (const type of ['ready', 'open', 'message', 'close']) chat.addEventListener('doorkit-' + type, () => fired.push(type))
      if (!chat.isConnected) document.body.append(chat)
    })()`)
      await page.ready()
      await page.run(`document.querySelector('doorkit-chat').open()`)
      await eventually(() => page.has('.panel')).toBe(true)
      await page.say('Hello?')
      await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
      await page.run(`document.querySelector('doorkit-chat').close()`)
      await eventually(() => page.run('fired')).toEqual(['ready', 'open', 'message', 'close'])
      await page.run(`globalThis.chat = document.querySelector('doorkit-chat'); chat.remove()`)
      await eventually(() => page.run(`chat.shadowRoot.childElementCount`)).toBe(0)
      expect(page.complaints).toEqual([])
    },
  )

  test.each([
    ['false', 'stores'],
    ['', 'does not store'],
  ])(
    'can contain the element: with do-not-track="%s" it %s the tokens of the visitor',
    async (value, does) => {
      const { site, page } = await openPageWithElement()
      await page.run(`(() => {
      localStorage.clear()
      const chat = document.createElement('doorkit-chat')
      chat.setAttribute('site-key', '${site.siteKey}')
      chat.setAttribute('base-url', '${site.api}/site')
      chat.setAttribute('do-not-track', '${value}')
      document.body.append(chat)
    })()`)
      await page.ready()
      expect(await page.run(`localStorage.length > 0`)).toBe(does === 'stores')
    },
  )
})

describe('a visitor', () => {
  test('has one conversation in two tabs, and sees the messages of one tab in the other', async () => {
    const { agent, sayNext } = wordyAgent(['Yes.'])
    const site = await openSite(chromium, { agent })
    const one = await site.visit()
    const other = await site.visit('/prices', { beside: one })
    await other.open()
    // A tab in the background draws nothing, and never ends a transition that it has not begun.
    await other.settle()
    await one.call('Page.bringToFront')
    await one.open()
    await one.say('Hello?')
    await sayNext()
    await eventually(one.messages).toEqual(['Hello?', 'Yes.'])
    await other.call('Page.bringToFront')
    await eventually(other.messages).toEqual(['Hello?', 'Yes.'])
    await other.press('Escape')
    await eventually(() => other.has('.panel')).toBe(false)
    await one.call('Page.bringToFront')
    await one.say('And now?')
    await sayNext()
    await eventually(one.messages).toEqual(['Hello?', 'Yes.', 'And now?', 'Yes.'])
    await other.call('Page.bringToFront')
    await eventually(() => other.text('.badge')).toBe('1')
    expect(await other.attribute('.launcher', 'aria-label')).toBe('Open chat, 1 unread')
    await other.open()
    await eventually(other.messages).toEqual(['Hello?', 'Yes.', 'And now?', 'Yes.'])
    expect(await other.has('.badge')).toBe(false)
  })

  test('needs only the keyboard, and is never trapped', async () => {
    const page = await (await openSite(chromium, { agent: agentSaying('Yes.') })).visit()
    await page.run(`document.querySelector('#own').focus()`)
    await page.press('Tab')
    expect(await page.focus()).toBe('launcher')
    await page.press('Enter')
    await eventually(() => page.focus()).toBe('textarea')
    await page.insert('Hello?')
    await page.press('Enter')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    const reached = new Set<unknown>()
    for (let count = 0; count < 12; count += 1) {
      await page.press('Tab')
      reached.add(await page.focus())
    }
    // The focus also reaches the page.
    expect([...reached]).toEqual(expect.arrayContaining(['send', 'quiet', 'launcher', 'own']))
    await page.run(`${page.find('textarea')}.focus()`)
    await page.press('Escape')
    await eventually(() => page.has('.panel')).toBe(false)
    expect(await page.focus()).toBe('launcher')
  })

  test('who prefers reduced motion sees no animation', async () => {
    const media = { 'prefers-reduced-motion': 'reduce' }
    const page = await (await openSite(chromium)).visit('/', { media })
    await page.open()
    const longest = `Math.max(0, ...document.querySelector('doorkit-chat').shadowRoot.getAnimations({ subtree: true }).map((one) => one.effect.getComputedTiming().endTime))`
    expect((await page.run(longest)) as number).toBeLessThanOrEqual(2)
  })
})

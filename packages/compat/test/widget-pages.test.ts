import { fileURLToPath } from 'node:url'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserBuild } from '../../widget/bundle/bundle-assets.ts'
import { openSite, type SiteSettings } from '../../widget/test/browser/support/open-site.ts'
import { agentSaying } from '../../widget/test/browser/support/states.ts'
import { listeners, watchPage } from '../../widget/test/browser/support/watch-page.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

async function bundleWebsite(name: string): Promise<string> {
  const { outputFiles } = await build({
    ...browserBuild,
    entryPoints: [fileURLToPath(new URL(`../programs/pages/${name}.mjs`, import.meta.url))],
    format: 'iife',
    // React checks more in development, and renders everything twice.
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** The listeners on the page that belong to the chat. Routers have others. */
const chatListeners = `${listeners}.filter((name) => /currententry|line$|visibility|resize|scroll/.test(name))`

/** Opens a website, and records the pages that the website reports and its open event streams. */
async function openWebsite(name: string, settings: SiteSettings) {
  const site = await openSite(chromium, { ...settings, program: await bundleWebsite(name) })
  const page = await site.open('/', { before: watchPage })
  const reported: string[] = []
  const streams = new Set<string>()
  page.onEvent((method, { requestId, request }: NetworkEvent) => {
    if (method === 'Network.loadingFailed' || method === 'Network.loadingFinished') {
      streams.delete(requestId)
    }
    if (method !== 'Network.requestWillBeSent' || !request) return
    const path = request.url.slice(`${site.api}/site`.length)
    if (path === '/events' && request.method === 'GET') streams.add(requestId)
    if (!request.postData) return
    const { page_url: address } = JSON.parse(request.postData) as { page_url?: string }
    if (address) reported.push(`${path} ${new URL(address).pathname}`)
  })
  await page.ready()
  const follow = async (path: string) => {
    await page.run(`document.querySelector('#website a[href="${path}"]').click()`)
    await eventually(() => page.run('location.pathname')).toBe(path)
    await eventually(() => reported.at(-1)).toBe(`/visits/pages ${path}`)
  }
  return { site, page, reported, streams, follow }
}

interface NetworkEvent {
  readonly requestId: string
  readonly request?: { readonly url: string; readonly method: string; readonly postData?: string }
}

test.each(['react', 'vue'])(
  'a website in %s with a router reports each opened page once, and its chat is removed without a trace',
  async (name) => {
    const { site, page, reported, follow } = await openWebsite(name, { agent: agentSaying('Yes.') })
    for (const path of ['/prices', '/doors']) await follow(path)
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await follow('/prices')
    // The chat stays open from page to page.
    expect(await page.messages()).toEqual(['Hello?', 'Yes.'])

    expect(reported.filter((one) => one !== '/visits /')).toEqual([
      '/visits/pages /prices',
      '/visits/pages /doors',
      '/visits/pages /prices',
    ])
    await page.run(`void (globalThis.chat = document.querySelector('doorkit-chat'))`)
    await page.run(`document.querySelector('#toggle').click()`)
    await eventually(() => page.run(`document.querySelector('doorkit-chat') === null`)).toBe(true)
    await eventually(() => page.run('chat.shadowRoot.childElementCount')).toBe(0)
    await eventually(() => page.run(chatListeners)).toEqual([])
    const count = reported.length
    await page.run(`document.querySelector('#website a[href="/"]').click()`)
    await page.run(`document.querySelector('#toggle').click()`)
    await page.ready()
    expect(reported.slice(count)).toEqual(['/visits /'])
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    // The second element made no second visitor.
    const [visitors] = await site.counts()
    expect(visitors).toBe(1)
    expect(page.complaints).toEqual([])
  },
)

test.each(['react', 'vue'])(
  'a website in %s with one element on each page keeps one chat, with its draft and its badge',
  async (name) => {
    const { agent, sayNext } = wordyAgent(['One ', 'two.'])
    const website = await openWebsite(name, { agent, attributes: 'data-each-page="true"' })
    const { site, page, reported, streams, follow } = website
    /** Goes to a page, and checks that the element of the previous page is empty and gone. */
    const leaveFor = async (path: string) => {
      await page.run(`void (globalThis.before = document.querySelector('doorkit-chat'))`)
      await follow(path)
      const left = () => page.run(`[before.isConnected, before.shadowRoot.childElementCount]`)
      await eventually(left).toEqual([false, 0])
    }
    await page.open()
    await page.say('Count.')
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', 'One'])
    await page.insert('And then')
    await leaveFor('/prices')
    expect(await page.messages()).toEqual(['Count.', 'One'])
    expect(await page.run(`${page.find('textarea')}.value`)).toBe('And then')
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', 'One two.'])

    await page.click('.launcher')
    await eventually(() => page.has('.panel')).toBe(false)
    const [conversation] = await site.team.conversations.list().toArray({ limit: 1 })
    const people = site.doorkit.people(site.workspace)
    const grace = { id: 'usr_1', name: 'Grace' }
    await people.join(conversation?.id ?? '', grace)
    await people.send(conversation?.id ?? '', grace, 'Three.')
    await eventually(() => page.text('.badge')).toBe('1')
    await leaveFor('/doors')
    expect(await page.text('.badge')).toBe('1')
    expect(streams.size).toBe(1)
    await page.open()
    await eventually(page.messages).toEqual(['Count.', 'One two.', 'Three.'])

    // One visit, and each page once.
    expect(reported).toEqual(['/visits /', '/visits/pages /prices', '/visits/pages /doors'])
    await page.run(`document.querySelector('#toggle').click()`)
    await eventually(() => page.run(chatListeners)).toEqual([])
    await eventually(() => streams.size).toBe(0)
    expect(page.complaints).toEqual([])
  },
)

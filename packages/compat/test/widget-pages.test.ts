import { fileURLToPath } from 'node:url'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserBuild } from '../../widget/bundle/bundle-assets.ts'
import { openSite } from '../../widget/test/browser/support/open-site.ts'
import { sayer } from '../../widget/test/browser/support/states.ts'
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

test.each(['react', 'vue'])(
  'a website in %s with a router counts each page once, and the chat is removed without a trace',
  async (name) => {
    const program = await bundleWebsite(name)
    const site = await openSite(chromium, { agent: sayer('Yes.'), program })
    const page = await site.open('/', { before: watchPage })
    const reported: string[] = []
    page.onEvent((method, { request }: { request?: { url: string; postData?: string } }) => {
      if (method !== 'Network.requestWillBeSent' || !request?.postData) return
      const { page_url: address } = JSON.parse(request.postData) as { page_url?: string }
      if (address) {
        reported.push(
          `${request.url.slice(`${site.api}/site`.length)} ${new URL(address).pathname}`,
        )
      }
    })
    const follow = async (path: string) => {
      await page.run(`document.querySelector('#website a[href="${path}"]').click()`)
      await eventually(() => page.run('location.pathname')).toBe(path)
    }
    await page.ready()
    for (const path of ['/prices', '/doors']) {
      await follow(path)
      await eventually(() => reported.at(-1)).toBe(`/visits/pages ${path}`)
    }
    await page.open()
    await page.say('Hello?')
    await eventually(page.said).toEqual(['Hello?', 'Yes.'])
    await follow('/prices')
    await eventually(() => reported.at(-1)).toBe('/visits/pages /prices')
    // The chat stays open from page to page.
    expect(await page.said()).toEqual(['Hello?', 'Yes.'])

    expect(reported.filter((one) => one !== '/visits /')).toEqual([
      '/visits/pages /prices',
      '/visits/pages /doors',
      '/visits/pages /prices',
    ])
    await page.run(`void (globalThis.chat = document.querySelector('doorkit-chat'))`)
    await page.run(`document.querySelector('#toggle').click()`)
    await eventually(() => page.run(`document.querySelector('doorkit-chat') === null`)).toBe(true)
    expect(await page.run('chat.shadowRoot.childElementCount')).toBe(0)
    const left = await page.run(listeners)
    expect(left).not.toEqual(expect.arrayContaining(['currententrychange']))
    expect(left).not.toEqual(expect.arrayContaining(['online']))
    const count = reported.length
    await follow('/')
    await page.run(`document.querySelector('#toggle').click()`)
    await page.ready()
    expect(reported.slice(count)).toEqual(['/visits /'])
    await eventually(page.said).toEqual(['Hello?', 'Yes.'])
    // One person visited, and opened the chat.
    const [visitors] = await site.counts()
    expect(visitors).toBe(1)
    expect(page.complaints).toEqual([])
  },
)

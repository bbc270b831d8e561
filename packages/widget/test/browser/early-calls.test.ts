import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signVisitor } from '../../../server/src/index.ts'
import { createGate } from './support/gate.ts'
import { openSite } from './support/open-site.ts'
import { agentSaying } from './support/states.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/** A website whose loader and widget arrive only when the test lets them. */
async function openSlowSite() {
  const loader = createGate()
  const widget = createGate()
  const site = await openSite(chromium, {
    agent: agentSaying('Yes.'),
    hold: (path) => {
      if (path.endsWith('/widget.js')) return loader.opened
      return path.includes('/assets/') ? widget.opened : undefined
    },
  })
  const page = await site.open('/')
  await eventually(() => page.run('document.body !== null')).toBe(true)
  const hasChat = () => page.run(`document.querySelector('doorkit-chat') !== null`)
  return {
    site,
    page,
    async sendLoader() {
      expect(await hasChat()).toBe(false)
      loader.open()
      await eventually(() =>
        page.run(`document.querySelector('script[data-doorkit]') !== null`),
      ).toBe(true)
    },
    async sendWidget() {
      expect(await hasChat()).toBe(false)
      widget.open()
      await page.ready()
    },
  }
}

const listen = `
  globalThis.heard = []
  for (const type of ['ready', 'open', 'close', 'message']) doorkit('on', type, () => void heard.push(type))`

test('calls made before the loader and the widget arrive take effect in their order', async () => {
  const { site, page, sendLoader, sendWidget } = await openSlowSite()
  const { doorkit, workspace } = site
  const secret = await doorkit.siteKeys.identitySecret({ workspace })
  const identity = signVisitor({ secret, workspace, email: 'ada@example.com' })
  await page.run(listen)
  await page.run(
    `doorkit('on', 'open', () => doorkit('on', 'ready', () => void heard.push('ready too')))`,
  )
  await page.run(`doorkit('identify', ${JSON.stringify(identity)})`)
  await page.run(`doorkit('open'); doorkit('close')`)
  await sendLoader()
  await page.run(`doorkit('texts', { send: 'Off it goes' }); doorkit('open')`)
  await sendWidget()
  await eventually(() => page.has('.panel')).toBe(true)
  expect(await page.focus()).toBe('textarea')
  expect(await page.attribute('.send', 'aria-label')).toBe('Off it goes')
  await eventually(() => page.text('.signed-in')).toBe('Signed in as ada@example.com')
  await page.say('Hello?')
  await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
  expect(await page.run('heard')).toEqual(['open', 'ready', 'ready too', 'message'])
  expect(page.complaints).toEqual([])
})

test('a chat that the page opens and closes before the widget arrives stays closed', async () => {
  const { page, sendLoader, sendWidget } = await openSlowSite()
  await page.run(`${listen}; doorkit('open'); doorkit('close')`)
  await sendLoader()
  await sendWidget()
  await eventually(() => page.run('heard')).toEqual(['ready'])
  expect(await page.has('.panel')).toBe(false)
  await page.run(`doorkit('open')`)
  await eventually(() => page.has('.panel')).toBe(true)
})

test('a listener for ready that is added late is called immediately, and no other listener again', async () => {
  const { page, sendLoader, sendWidget } = await openSlowSite()
  await page.run(listen)
  await sendLoader()
  await sendWidget()
  await eventually(() => page.run('heard')).toEqual(['ready'])
  await page.run(`doorkit('on', 'ready', () => void heard.push('late'))`)
  await eventually(() => page.run('heard')).toEqual(['ready', 'late'])
})

test('a page without the line for early calls can call the widget once the loader has arrived', async () => {
  const { page, sendLoader, sendWidget } = await openSlowSite()
  await page.run('delete globalThis.doorkit')
  await sendLoader()
  await page.run(`doorkit('open')`)
  await sendWidget()
  await eventually(() => page.has('.panel')).toBe(true)
})

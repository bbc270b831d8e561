import { findFaults } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../../cli/src/demo/seed-demo.ts'
import { createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { caller } from '../../../server/test/support/kit.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'

/** Every screen in the order of the menu, with the buttons that open its dialogs. */
const screens: Readonly<Record<string, readonly string[]>> = {
  overview: [],
  inbox: [],
  conversations: [],
  contacts: [],
  meetings: [],
  knowledge: ['Add a document', 'Add a page'],
  agent: [],
  appearance: [],
  openings: ['Create a test'],
  links: ['Create a link'],
  webhooks: ['Add an endpoint'],
  requests: [],
  'api-keys': ['Create a key', 'Revoke Test'],
  health: [],
}

/** The screens of one row of a list, with the buttons that open their dialogs. */
const details: Readonly<Record<string, readonly string[]>> = {
  inbox: [],
  conversations: [],
  contacts: ['Erase…'],
  openings: ['Add a variant', 'End…'],
  webhooks: ['lead.captured', 'Change', 'Replace the secret…', 'Delete…'],
}

let chromium: Awaited<ReturnType<typeof startChromium>>
let page: ConsolePage
let empty: ConsolePage
const ends: (() => unknown)[] = []

/** Signs in to the console of a new workspace. */
async function openWorkspace(name: string) {
  const store = memoryStore()
  const doorkit = createDoorkit({ store, allowPrivateWebhooks: true })
  ends.push(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name, website: 'https://acme.example' })
  const team = await openConsole(chromium, doorkit, id, (end) => ends.push(end))
  return { store, doorkit, id, page: await team.signIn() }
}

beforeAll(async () => {
  chromium = await startChromium()
  empty = (await openWorkspace('New')).page
  const filled = await openWorkspace('Acme')
  const { store, doorkit, id } = filled
  page = filled.page
  await seedDemo({ store, workspace: id })
  const key = await doorkit.keys.create({ workspace: id, name: 'Test', access: 'full_access' })
  const call = caller({ doorkit, key })
  const endpoint = { url: 'http://127.0.0.1:9/chat', events: ['*'] }
  expect((await call('POST', '/webhook_endpoints', { body: endpoint })).status).toBe(201)
  const { conversations } = doorkit.record(id)
  const conversation = await conversations.start({ page_url: 'https://acme.example/' })
  await conversations.captureLead(conversation, { email: 'ada@example.com' })
  await conversations.requestHandoff(conversation, { reason: 'asked_for_person' })
})
afterAll(async () => {
  await chromium.close()
  for (const end of ends.reverse()) await end()
})

const look = (shown: ConsolePage, scheme: 'light' | 'dark', width: number) =>
  Promise.all([
    shown.call('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    }),
    shown.call('Emulation.setDeviceMetricsOverride', {
      width,
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    }),
  ])

/** The elements that make the page scroll sideways. */
const findWide = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  return [document.documentElement.scrollWidth, ...wide.map((one) => one.outerHTML.slice(0, 120))]
})()`

/** Checks the view on a phone in the dark theme, and on a desktop in the light theme. */
async function checkLooks(shown: ConsolePage, name: string) {
  for (const [scheme, width] of [
    ['dark', 320],
    ['light', 1280],
  ] as const) {
    await look(shown, scheme, width)
    const where = `${name}, ${scheme}, at ${width} pixels`
    expect.soft(await findFaults(shown), where).toEqual([])
    expect.soft(await shown.run(findWide), where).toEqual([])
  }
}

/** Opens each dialog by its button, checks it, and closes it by the keyboard. */
async function checkDialogs(labels: readonly string[]) {
  for (const label of labels) {
    await page.push(label)
    await eventually(() => page.has('dialog[open]')).toBe(true)
    await checkLooks(page, label)
    expect.soft(await findUnreached('dialog'), label).toEqual([])
    await page.press('Escape')
    await eventually(() => page.run(`document.querySelector('dialog') === null`)).toBe(true)
    expect.soft(await page.run('document.activeElement.textContent'), label).toBe(label)
  }
}

/** The controls that the Tab key does not reach, or reaches without showing it. */
async function findUnreached(within = 'body') {
  // The rows of a long table have the same controls, so some of them are enough.
  const count = (await page.run(`(() => {
    document.activeElement?.blur()
    globalThis.reached = new Set()
    globalThis.controls = [...document.querySelector('${within}').querySelectorAll('a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]')]
      .filter((one) => !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0).slice(0, 40)
    return controls.length
  })()`)) as number
  for (let pressed = 0; pressed < count + 2; pressed += 1) {
    await page.press('Tab')
    await page.run(`(() => {
      const one = document.activeElement
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) reached.add(one)
    })()`)
  }
  return page.run(
    'controls.filter((one) => !reached.has(one)).map((one) => one.outerHTML.slice(0, 120))',
  )
}

test('every screen of the menu is tested', async () => {
  const links = `[...document.querySelectorAll('nav a')].map((one) => one.getAttribute('href'))`
  expect(await page.run(links)).toEqual(Object.keys(screens))
})

describe.each(Object.entries(screens))('the screen %s', (name, dialogs) => {
  test('is accessible in light and dark, at 320 pixels, and by the keyboard alone', async () => {
    await page.go(name)
    await checkLooks(page, name)
    expect.soft(await findUnreached()).toEqual([])
    await checkDialogs(dialogs)
    const rowDialogs = details[name]
    if (rowDialogs) {
      const row = `document.querySelector('#main a.title, #main .inbox-row').getAttribute('href')`
      await page.go((await page.run(row)) as string)
      await checkLooks(page, `a row of ${name}`)
      expect.soft(await findUnreached()).toEqual([])
      await checkDialogs(rowDialogs)
    }
    expect(page.complaints).toEqual([])
  })

  test('says that it is loading, that it failed, and what to do while it is empty', async () => {
    const held = await empty.holdRequests(({ pathname }) => !pathname.endsWith('/session'))
    await empty.show(name)
    await eventually(() => empty.has('#main h1')).toBe(true)
    await eventually(() => empty.has('#main [role=status] .spinner')).toBe(true)
    expect.soft(await findFaults(empty), 'loading').toEqual([])
    await held.fail()
    await eventually(() => empty.has('#main .state.failed')).toBe(true)
    expect(await empty.texts('#main .state.failed')).toContainEqual(
      expect.stringContaining('The server cannot be reached.'),
    )
    expect.soft(await findFaults(empty), 'failed').toEqual([])
    await held.release()
    await empty.go(name)
    await checkLooks(empty, 'empty')
    expect(await empty.texts('#main')).toEqual([expect.stringMatching(/.{40}/s)])
  })
})

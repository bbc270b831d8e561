import { findViolations } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDoorkit, memoryStore } from '../../../server/src/index.ts'
import { openFilledWorkspace } from './support/filled-workspace.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'
import { screens } from './support/screens.ts'

/** The buttons that open the dialogs of each screen. */
const dialogs: Readonly<Record<string, readonly string[]>> = {
  knowledge: ['Add a document', 'Add a page'],
  openings: ['Create a test'],
  links: ['Create a link'],
  webhooks: ['Add an endpoint'],
  'api-keys': ['Create a key', 'Revoke Nightly import'],
}

/** The buttons that open the dialogs of a row of each screen. */
const rowDialogs: Readonly<Record<string, readonly string[]>> = {
  contacts: ['Erase…'],
  openings: ['Add a variant', 'End…'],
  webhooks: ['lead.captured', 'Change', 'Replace the secret…', 'Delete…'],
}

let chromium: Awaited<ReturnType<typeof startChromium>>
let page: ConsolePage
let empty: ConsolePage
let signedOut: ConsolePage
const ends: (() => unknown)[] = []
const onEnd = (end: () => unknown) => void ends.unshift(end)

beforeAll(async () => {
  chromium = await startChromium()
  onEnd(() => chromium.close())
  const filled = await openFilledWorkspace(onEnd)
  page = await (await openConsole(chromium, filled.doorkit, filled.id, onEnd)).signIn()
  const doorkit = createDoorkit({ store: memoryStore() })
  onEnd(() => doorkit.close())
  const { id } = await doorkit.workspaces.create({ name: 'New', website: 'https://new.example' })
  const team = await openConsole(chromium, doorkit, id, onEnd)
  empty = await team.signIn()
  signedOut = await team.open()
})
afterAll(async () => {
  for (const end of ends) await end()
})

const setView = (shown: ConsolePage, scheme: 'light' | 'dark', width: number) =>
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

/** The tables of which a part is cut off until somebody scrolls them sideways. */
const findCut = `[...document.querySelectorAll('.table')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.getAttribute('aria-label'))`

/** Checks the view in both themes: on phones, and on a desktop, which shows more columns. */
async function checkLooks(shown: ConsolePage, name: string) {
  for (const [scheme, width] of [
    ['dark', 320],
    ['light', 390],
    ['dark', 1280],
    ['light', 1280],
  ] as const) {
    await setView(shown, scheme, width)
    const where = `${name}, ${scheme}, at ${width} pixels`
    expect.soft(await findViolations(shown), where).toEqual([])
    expect.soft(await shown.run(findWide), where).toEqual([])
    expect.soft(await shown.run(findCut), where).toEqual([])
  }
}

/** Opens each dialog with Enter on its button, checks it, and closes it with Escape. */
async function checkDialogs(labels: readonly string[] = []) {
  for (const label of labels) {
    await page.focus(label)
    await page.press('Enter')
    await eventually(() => page.has('dialog[open]')).toBe(true)
    await checkLooks(page, label)
    const focusesFirst = `[document.activeElement, undefined].includes(document.querySelector('dialog :is(input, select, textarea)') ?? undefined)`
    expect.soft(await page.run(focusesFirst), label).toBe(true)
    expect.soft(await findUnreached('dialog'), label).toEqual([])
    await page.press('Escape')
    await eventually(() => page.run(`document.querySelector('dialog') === null`)).toBe(true)
    expect.soft(await page.run('document.activeElement.textContent'), label).toBe(label)
  }
}

/** The controls that the Tab key does not reach, or that do not show that they have the focus. */
async function findUnreached(within = 'body') {
  // The rows of a long table have the same controls, so some of them are enough.
  const count = (await page.run(`(() => {
    document.activeElement?.blur()
    globalThis.reached = new Set()
    globalThis.controls = [...document.querySelector('${within}').querySelectorAll('a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]')]
      .filter((one) => !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0).slice(0, 40)
    return controls.length
  })()`)) as number
  // The browser also stops at its own controls and at areas that scroll.
  for (let pressed = 0; pressed < count + 5; pressed += 1) {
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

test('the menu of an owner has every screen, and the tables of dialogs name no other screen', async () => {
  const names = screens.map(({ name }) => name)
  const links = `[...document.querySelectorAll('nav a')].map((one) => one.getAttribute('href'))`
  expect(await page.run(links)).toEqual(names)
  expect(names).toEqual(expect.arrayContaining(Object.keys(dialogs)))
  const withRows = screens.filter(({ hasRows }) => hasRows).map(({ name }) => name)
  expect(withRows).toEqual(expect.arrayContaining(Object.keys(rowDialogs)))
})

test.each(['nothing', 'health/more', 'contacts/ct_1/more'])(
  'the address %s has no screen',
  async (path) => {
    await page.go(path)
    expect(await page.texts('#main h1')).toEqual(['There is nothing here'])
    await checkLooks(page, path)
  },
)

test('a person without a session learns how to sign in', async () => {
  await eventually(() => signedOut.texts('h1')).toEqual(['Sign in to the console'])
  const text = String(await signedOut.run('document.body.innerText'))
  expect(text.match(/Nobody is signed in/g)).toHaveLength(1)
  expect(text).toContain('doorkit console-link --store URL --name NAME')
  await checkLooks(signedOut, 'signed out')
})

test('the screen of API keys shows the id by which a request names its key', async () => {
  await setView(page, 'light', 1280)
  await page.go('requests')
  const [key] = (await page.texts('tbody td:nth-child(4) code')) as string[]
  await page.go('api-keys')
  expect(await page.texts('tbody th .small code')).toEqual([key])
})

test('the state of a failing endpoint says since when it has been failing', async () => {
  await page.go('webhooks')
  expect(await page.texts('tbody td:has(.tag.warn)')).toEqual([
    expect.stringMatching(/^failing since .*\d:\d\d/),
  ])
})

describe.each(screens)('the screen $name', ({ name }) => {
  test('is accessible in light and dark, on phones and desktops, and by the keyboard alone', async () => {
    await page.go(name)
    await checkLooks(page, name)
    expect.soft(await findUnreached()).toEqual([])
    await checkDialogs(dialogs[name])
    expect(page.complaints).toEqual([])
  })

  test('says that it is loading and that it failed, and is not blank in an empty workspace', async () => {
    const heldRequests = await empty.holdRequests(({ pathname }) => !pathname.endsWith('/session'))
    await empty.show(name)
    await eventually(() => empty.has('#main h1')).toBe(true)
    await eventually(() => empty.has('#main [role=status] .spinner')).toBe(true)
    expect.soft(await findViolations(empty), 'loading').toEqual([])
    await heldRequests.fail()
    await eventually(() => empty.has('#main .state.failed')).toBe(true)
    expect(await empty.texts('#main .state.failed')).toContainEqual(
      expect.stringContaining('The server cannot be reached.'),
    )
    expect.soft(await findViolations(empty), 'failed').toEqual([])
    await heldRequests.release()
    await empty.go(name)
    await checkLooks(empty, 'empty')
    expect(await empty.texts('#main')).toEqual([expect.stringMatching(/.{40}/s)])
  })
})

describe.each(screens.filter(({ hasRows }) => hasRows))('a row of the screen $name', ({ name }) => {
  test('is as accessible as the screen', async () => {
    await page.go(name)
    const row = `document.querySelector('#main a.title, #main .inbox-row').getAttribute('href')`
    await page.go((await page.run(row)) as string)
    await checkLooks(page, `a row of ${name}`)
    expect.soft(await findUnreached()).toEqual([])
    await checkDialogs(rowDialogs[name])
    expect(page.complaints).toEqual([])
  })

  test('says that it does not exist, and has a link back', async () => {
    const path = `${name}/none_0`
    await empty.show(path)
    await eventually(() => empty.has('#main .state.failed')).toBe(true)
    expect(await empty.texts('#main .state.failed')).toEqual([
      expect.stringContaining('There is no such object'),
    ])
    expect(await empty.texts(`#main a[href="${name}"]`)).toHaveLength(1)
    await checkLooks(empty, path)
  })
})

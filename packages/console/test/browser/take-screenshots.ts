import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type BrowserPage, startChromium } from '@doorkit/tests/chromium'
import { requirePrograms } from '@doorkit/tests/system'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toNode } from '../../../server/src/http/mounts/node.ts'
import { listen } from '../../../server/test/support/hosts.ts'
import { openFilledWorkspace } from './support/filled-workspace.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'
import { screens } from './support/screens.ts'

// `npm run screenshots` takes the pictures of docs/console.md.

const folder = fileURLToPath(new URL('../../../../docs/images/console/', import.meta.url))
mkdirSync(folder, { recursive: true })

const [pngquant = ''] = requirePrograms([
  { name: 'pngquant', remedy: 'apt-get install pngquant fonts-inter' },
])

/** Sets the font of all text but code to Inter, which must be installed. */
const before = `
  const style = new CSSStyleSheet()
  style.replaceSync('* { font-family: Inter } code, code * { font-family: monospace } doorkit-chat { --doorkit-font: Inter }')
  document.adoptedStyleSheets = [style]`

const ends: (() => unknown)[] = []
const onEnd = (end: () => unknown) => void ends.unshift(end)
let person: ConsolePage
let visitor: BrowserPage

beforeAll(async () => {
  const { doorkit, id } = await openFilledWorkspace(onEnd)
  const chromium = await startChromium()
  onEnd(() => chromium.close())
  const api = await listen(createServer(toNode(doorkit.site, { mountPath: '/site' })), onEnd)
  let siteKey = ''
  const shop = await listen(
    createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Acme</title>
<style>body { margin: 2rem }</style>
<script async src="${api}/site/widget.js" data-site-key="${siteKey}"></script>
<h1>Acme</h1><p>Plans for every team.</p></html>`)
    }),
    onEnd,
  )
  siteKey = (await doorkit.siteKeys.update({ workspace: id, origins: [shop] })).id
  const team = await openConsole(chromium, doorkit, id, onEnd)
  person = await team.signIn({}, { width: 1100, height: 700, before })
  visitor = await chromium.openPage(shop, { width: 400, height: 700, before })
})
afterAll(async () => {
  for (const end of ends) await end()
})

async function takePicture(page: BrowserPage | ConsolePage, name: string) {
  // A cursor that blinks would differ from picture to picture.
  await page.run(`(document.activeElement?.shadowRoot ?? document).activeElement?.blur()`)
  await page.run('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 700)))')
  const file = `${folder}${name}.png`
  writeFileSync(file, await page.screenshot())
  execFileSync(pngquant, ['--force', '--ext', '.png', '--strip', '--speed', '1', file])
}

test('pictures show a handoff', async () => {
  const shadow = `document.querySelector('doorkit-chat')?.shadowRoot`
  const lines = () => visitor.run(`${shadow}.querySelector('.log').innerText`)
  const say = async (text: string) => {
    await visitor.run(`${shadow}.querySelector('textarea').focus()`)
    await visitor.insert(text)
    await visitor.press('Enter')
  }
  await eventually(() =>
    visitor.run(`${shadow}?.querySelector('.launcher')?.checkVisibility()`),
  ).toBe(true)
  await visitor.run(`doorkit('open')`)
  await eventually(() => visitor.run(`${shadow}.querySelector('.panel')?.open`)).toBe(true)
  await say('What does the Team plan cost?')
  await eventually(lines).toContain('euros')
  await say('Can I talk to a person about 200 seats?')
  await person.go('inbox')
  await eventually(() => person.texts('.inbox-row')).toHaveLength(3)
  await takePicture(visitor, 'handoff-1-visitor')
  await takePicture(person, 'handoff-2-inbox')
  await person.run(`[...document.querySelectorAll('.inbox-row')].at(-1).click()`)
  await person.push('Join')
  await person.say('Hello, I am Grace. For 200 seats we make you an offer.')
  await eventually(lines).toContain('I am Grace')
  await say('Great, please send it to me.')
  await eventually(() => person.texts('.quoted-text')).toContain('Great, please send it to me.')
  await takePicture(person, 'handoff-3-console')
  await takePicture(visitor, 'handoff-4-visitor')
  await person.push('Give back to the agent')
  await eventually(() => person.offers('Join')).toBe(true)
  await say('How long is the trial?')
  await eventually(lines).toContain('days')
  await takePicture(visitor, 'handoff-5-visitor')
  await takePicture(person, 'handoff-6-console')
})

/** What a person does on a screen before its picture is taken. */
const actions: Readonly<Record<string, () => Promise<unknown>>> = {
  async inbox() {
    await person.click('.inbox-row')
    await eventually(() => person.has('.thread .quoted-text')).toBe(true)
  },
  async agent() {
    await person.say('How long is the trial?')
    await eventually(() => person.texts('.trial .agent > .quoted')).toHaveLength(1)
  },
  async knowledge() {
    await person.go('knowledge?ask=how+long+is+the+trial')
  },
}

test.each(screens.map(({ name }) => name))('a picture shows the screen %s', async (name) => {
  await person.go(name)
  await actions[name]?.()
  await takePicture(person, name)
})

const withRows = screens.filter(({ hasRows, name }) => hasRows && name !== 'inbox')

test.each(withRows.map(({ name }) => name))(
  'a picture shows a row of the screen %s',
  async (name) => {
    await person.go(name)
    await person.go(
      (await person.run(`document.querySelector('#main a.title').getAttribute('href')`)) as string,
    )
    if (name === 'webhooks') await person.push('Diagnose')
    await takePicture(person, `${name}-row`)
    expect(person.complaints).toEqual([])
  },
)

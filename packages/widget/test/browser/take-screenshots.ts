import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChromium } from '@doorkit/tests/chromium'
import { requirePrograms } from '@doorkit/tests/system'
import { afterAll, beforeAll, test } from 'vitest'
import { enterState } from './support/enter-state.ts'
import { joinPictures } from './support/join-pictures.ts'
import { emulate, resize } from './support/looks.ts'
import { states } from './support/states.ts'

// `npm run screenshots` records the pictures of docs/widget.md: each state in the light theme, in the
// dark theme and on a phone.

const folder = fileURLToPath(new URL('../../../../docs/images/widget/', import.meta.url))
mkdirSync(folder, { recursive: true })

const [pngquant = ''] = requirePrograms([
  { name: 'pngquant', remedy: 'apt-get install pngquant fonts-inter' },
])

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

const look = { title: 'Acme doors', subtitle: 'We answer day and night', color: '#1f4d3a' }

/** A page with nothing but the widget. */
const plainPage = `
  const style = new CSSStyleSheet()
  style.replaceSync('body { background: light-dark(#f1efe9, #0c0d10) !important; color-scheme: light dark } main { display: none !important } doorkit-chat { --doorkit-font: Inter }')
  document.addEventListener('DOMContentLoaded', () => { document.adoptedStyleSheets = [style] })`

type Page = Awaited<ReturnType<typeof enterState>>['page']

async function takePicture(page: Page, clip: object): Promise<string> {
  await page.settle()
  // A cursor that blinks would differ from picture to picture.
  await page.run(`document.activeElement?.shadowRoot?.activeElement?.blur()`)
  await page.settle()
  return (await page.screenshot(clip)).toString('base64')
}

test.each(Object.keys(states))('a picture shows the state "%s"', async (name) => {
  const { page } = await enterState(chromium, name, {
    look,
    page: { width: 1280, height: 770, before: plainPage },
  })
  const corner = { x: 840, y: 10, width: 440, height: 760 }
  const light = await takePicture(page, corner)
  await emulate(page, { 'prefers-color-scheme': 'dark' })
  const dark = await takePicture(page, corner)
  await emulate(page, {})
  await resize(page, 360, 760)
  const phone = await takePicture(page, { x: 0, y: 0, width: 360, height: 760 })
  await page.close()
  const file = `${folder}${name}.png`
  writeFileSync(file, await joinPictures(chromium, [light, dark, phone]))
  execFileSync(pngquant, ['--force', '--ext', '.png', '--strip', '--speed', '1', '64', file])
})

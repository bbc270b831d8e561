import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createDoorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { startChromium } from '@doorkit/tests/chromium'
import { requirePrograms } from '@doorkit/tests/system'
import { eventually } from '@doorkit/tests/wordy-agent'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../../packages/cli/src/demo/seed-demo.ts'
import { serveShop } from '../src/shop/serve-shop.ts'

// `npm run screenshots` takes the picture for the README.

const [pngquant = ''] = requirePrograms([
  { name: 'pngquant', remedy: 'apt-get install pngquant fonts-inter' },
])
const folder = new URL('../../../docs/images/widget/', import.meta.url)

test('the chat of the shop answers, and a picture of it is taken', async () => {
  const store = memoryStore()
  const doorkit = createDoorkit({ store })
  const acme = { name: 'Acme', website: 'https://acme.example' }
  const { id: workspace } = await doorkit.workspaces.create(acme)
  await seedDemo({ store, workspace })
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const api = createServer(toNode(doorkit.site, { mountPath: '/site' })).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const shop = await serveShop()
  const chromium = await startChromium()
  onTestFinished(async () => {
    await chromium.close()
    shop.close()
    api.close().closeAllConnections()
    await doorkit.close()
  })
  const { id: siteKey } = await doorkit.siteKeys.update({ workspace, origins: [shop.origin] })
  const { port } = api.address() as AddressInfo
  await shop.open({ siteKey, baseUrl: `http://127.0.0.1:${port}/site` })
  const page = await chromium.openPage(shop.origin, { width: 1280, height: 800 })
  const shadow = `document.querySelector('doorkit-chat')?.shadowRoot`
  const isReady = `${shadow}?.querySelector('.launcher')?.checkVisibility()`
  await eventually(() => page.run(isReady)).toBe(true)
  await page.run(`doorkit('open')`)
  await eventually(() => page.run(`${shadow}.querySelector('.panel')?.open`)).toBe(true)
  await page.run(`${shadow}.querySelector('textarea').focus()`)
  await page.insert('How much is it for a team of 25?')
  await page.press('Enter')
  const answer = `${shadow}.querySelector('.log .assistant .bubble')?.textContent`
  await eventually(() => page.run(answer)).toContain('3 euros')
  await page.run(`${shadow}.activeElement?.blur()`)
  await page.run('new Promise((done) => setTimeout(done, 500))')
  expect(page.complaints).toEqual([])
  mkdirSync(folder, { recursive: true })
  const file = fileURLToPath(new URL('shop.png', folder))
  writeFileSync(file, await page.screenshot())
  execFileSync(pngquant, ['--force', '--ext', '.png', '--strip', '--speed', '1', file])
})

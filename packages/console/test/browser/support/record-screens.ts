import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startChromium } from '@doorkit/tests/chromium'
import { seedDemo } from '../../../../cli/src/demo/seed-demo.ts'
import { toNode } from '../../../../server/src/http/mounts/node.ts'
import { createDoorkit, memoryStore } from '../../../../server/src/index.ts'
import { listen } from '../../../../server/test/support/hosts.ts'
import { openConsole } from './open-console.ts'

// Records the pictures of docs/console.md:
// npx node --conditions=@doorkit/source packages/console/test/browser/support/record-screens.ts

const folder = fileURLToPath(new URL('../../../../../docs/images/console/', import.meta.url))
mkdirSync(folder, { recursive: true })

const ends: (() => unknown)[] = []
const onEnd = (end: () => unknown) => void ends.unshift(end)
const store = memoryStore()
const doorkit = createDoorkit({ store })
const workspace = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
await seedDemo({ store, workspace: workspace.id })
await doorkit.workspaces.update(workspace.id, { agent: { live: true } })
const api = await listen(createServer(toNode(doorkit.site, { mountPath: '/site' })), onEnd)
let siteKey = ''
const shop = await listen(
  createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Acme</title>
<style>body { font: 16px/1.6 system-ui; margin: 2rem; color: #333 }</style>
<script async src="${api}/site/widget.js" data-site-key="${siteKey}"></script>
<h1>Acme</h1><p>Plans for every team.</p></html>`)
  }),
  onEnd,
)
siteKey = (await doorkit.siteKeys.update({ workspace: workspace.id, origins: [shop] })).id
const chromium = await startChromium()
const team = await openConsole(chromium, doorkit, workspace.id, onEnd)
const person = await team.signIn(
  { person: { id: 'u1', name: 'Grace' } },
  { width: 1100, height: 700 },
)
for (const text of [
  'My invoice is wrong. A person, please.',
  'I cannot sign in since this morning.',
]) {
  const id = await doorkit.record(workspace.id).conversations.start({ page_url: `${shop}/` })
  await doorkit.record(workspace.id).conversations.message(id, { role: 'user', text })
  await doorkit
    .record(workspace.id)
    .conversations.requestHandoff(id, { reason: 'asked_for_person' })
}
const visitor = await chromium.openPage(shop, { width: 400, height: 700 })

const picture = async (name: string, page: Pick<typeof visitor, 'screenshot'>) => {
  await setTimeout(1_200)
  writeFileSync(`${folder}${name}.png`, await page.screenshot())
}
const shadow = `document.querySelector('doorkit-chat').shadowRoot`
const say = async (text: string) => {
  await visitor.run(`${shadow}.querySelector('textarea').focus()`)
  await visitor.insert(text)
  await visitor.press('Enter')
  await setTimeout(1_500)
}
const isOpen = `Boolean(document.querySelector('doorkit-chat')?.shadowRoot?.querySelector('.frame:not([hidden])'))`
while (!(await visitor.run(isOpen))) await setTimeout(100)
await visitor.run(`${shadow}.querySelector('.launcher').click()`)
await setTimeout(800)
await say('What does the Team plan cost?')
await say('Can I talk to a person about 200 seats?')
await picture('handoff-1-visitor', visitor)
await person.go('inbox')
await picture('handoff-2-inbox', person)
await person.run(`[...document.querySelectorAll('.inbox-row')].at(-1).click()`)
await person.push('Join')
await person.say('Hello, I am Grace. For 200 seats we make you an offer.')
await setTimeout(2_000)
await say('Great, please send it to me.')
await picture('inbox', person)
await picture('handoff-3-visitor', visitor)
await person.push('Give back to the agent')
await say('How long is the trial?')
await picture('handoff-4-visitor', visitor)
await picture('handoff-5-console', person)
for (const name of ['overview', 'knowledge?ask=how+long+is+the+trial']) {
  await person.go(name)
  await picture(name.split('?')[0] ?? '', person)
}
await chromium.close()
for (const end of ends) await end()
await doorkit.close()

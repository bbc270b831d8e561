import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/**
 * Records the texts that a screen reader announces when a live region changes: the text of a message,
 * or the whole text of anything else.
 */
const listen = `
  globalThis.announced = { log: [], status: [] }
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    new MutationObserver((records) => {
      const nodes = records.flatMap(({ type, addedNodes, target }) => type === 'childList' ? [...addedNodes] : [target])
      for (const node of new Set(nodes)) {
        const region = node.parentElement?.closest('[role=log], [role=status], [aria-live]')
        if (!region || region.getAttribute('aria-live') === 'off' || region.closest('[aria-hidden=true]')) continue
        // A change inside a new message is announced with the message.
        if (nodes.some((one) => one !== node && one.contains(node))) continue
        const text = (node.querySelector?.('.bubble') ?? node).textContent
        if (text !== '') announced[region.role].push(text)
      }
    }).observe(root, { subtree: true, childList: true, characterData: true })
    return root
  }`

test('a screen reader announces each message once it is complete, and no message of an earlier page', async () => {
  const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
  const site = await openSite(chromium, { agent })
  const page = await site.visit('/', { before: listen })
  const announced = () => page.run('announced')
  await page.open()
  await page.say('Count.')
  const beforeAnswer = { log: ['Count.'], status: ['Assistant is writing…'] }
  await eventually(announced).toEqual(beforeAnswer)
  for (const text of ['One', 'One two']) {
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', text])
    expect(await announced()).toEqual(beforeAnswer)
  }
  await sayNext()
  await eventually(announced).toEqual({ ...beforeAnswer, log: ['Count.', 'One two three.'] })
  const [conversation] = await site.team.conversations.list().toArray({ limit: 1 })
  const people = site.doorkit.people(site.workspace)
  const grace = { id: 'usr_1', name: 'Grace' }
  await people.join(conversation?.id ?? '', grace)
  await people.send(conversation?.id ?? '', grace, 'I am here.')
  // The events repeat the answer before this message. It is not announced again.
  await eventually(announced).toEqual({
    log: ['Count.', 'One two three.', 'I am here.'],
    status: ['Assistant is writing…', 'You are talking to Grace.'],
  })
  await page.reload()
  await page.ready()
  await eventually(page.messages).toEqual(['Count.', 'One two three.', 'I am here.'])
  await people.send(conversation?.id ?? '', grace, 'Still here.')
  await eventually(page.messages).toHaveLength(4)
  expect(await announced()).toEqual({ log: ['Still here.'], status: [] })
})

import { readFileSync } from 'node:fs'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, signVisitor } from '../../../server/src/index.ts'
import { enterState } from './support/enter-state.ts'
import { openSite } from './support/open-site.ts'
import { agentSaying } from './support/states.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

describe('under the strictest policy, the widget', () => {
  test('shows an answer as it grows, stops it, and announces only complete messages', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
    const site = await openSite(chromium, { agent })
    const page = await site.visit()
    await page.open()
    expect(await page.focus()).toBe('textarea')
    await page.say('Count to three.')
    await sayNext()
    await eventually(page.messages).toEqual(['Count to three.', 'One'])
    expect(await page.run(`${page.find('[role=log]')}.innerText`)).not.toContain('One')
    await sayNext()
    await eventually(page.messages).toEqual(['Count to three.', 'One two'])
    await page.click('.send')
    await eventually(() => page.text('.assistant .note')).toBe('Stopped')
    await eventually(() => page.run(`${page.find('[role=log]')}.innerText`)).toContain('One two')
    expect(page.complaints).toEqual([])
  })

  test('closes with Escape, and returns the focus', async () => {
    const site = await openSite(chromium)
    const page = await site.visit()
    await page.run(`document.querySelector('#own').focus(); doorkit('open')`)
    await eventually(() => page.focus()).toBe('textarea')
    await page.press('Escape')
    await eventually(() => page.has('.panel')).toBe(false)
    expect(await page.focus()).toBe('own')
  })

  test('continues after a reload in the middle of an answer, with the chat open', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two.'])
    const site = await openSite(chromium, { agent })
    const page = await site.visit()
    await page.open()
    await page.say('Count.')
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', 'One'])
    await page.reload()
    await page.ready()
    await eventually(page.messages).toEqual(['Count.', 'One'])
    await sayNext()
    await eventually(page.messages).toEqual(['Count.', 'One two.'])
  })

  test('keeps a message that failed, and sends it again', async () => {
    let fails = true
    const agent: Agent = {
      async *reply() {
        if (fails) throw new Error('The model is down.')
        yield { type: 'text-start', id: 'text' }
        yield { type: 'text-delta', id: 'text', delta: 'Here I am.' }
        yield { type: 'text-end', id: 'text' }
      },
    }
    const page = await (await openSite(chromium, { agent })).visit()
    await page.open()
    await page.say('Hello?')
    await eventually(() => page.text('.failed .retry')).toBe('Try again')
    fails = false
    await page.click('.retry')
    await eventually(page.messages).toEqual(['Hello?', 'Here I am.'])
    expect(await page.has('.retry')).toBe(false)
  })

  test('says that a person was asked for', async () => {
    const page = await (await openSite(chromium)).visit()
    await page.open()
    await page.say('Can I talk to a person?')
    await eventually(() => page.text('.banner')).toBe(
      'We have asked a colleague to join. You can go on writing here.',
    )
  })

  test('names the person who answers, until the person leaves', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Hello.') })
    const page = await site.visit()
    await page.open()
    await page.say('Is Grace there?')
    await eventually(page.messages).toEqual(['Is Grace there?', 'Hello.'])
    const [conversation] = await site.team.conversations.list().toArray({ limit: 2 })
    const people = site.doorkit.people(site.workspace)
    const grace = { id: 'usr_1', name: 'Grace Hopper' }
    await people.join(conversation?.id ?? '', grace)
    await people.send(conversation?.id ?? '', grace, 'I am.')
    await eventually(page.messages).toEqual(['Is Grace there?', 'Hello.', 'I am.'])
    await eventually(() => page.text('.banner')).toBe('You are talking to Grace Hopper.')
    await people.leave(conversation?.id ?? '', grace)
    await eventually(() => page.text('.banner')).toBeUndefined()
  })

  test('shows messages in the order of the server, even those sent while the visitor was offline', async () => {
    const { agent, sayNext } = wordyAgent(['Yes.'])
    const site = await openSite(chromium, { agent })
    const page = await site.visit()
    await page.open()
    await page.say('Hello?')
    await sayNext()
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    const [conversation] = await site.team.conversations.list().toArray({ limit: 2 })
    const people = site.doorkit.people(site.workspace)
    const grace = { id: 'usr_1', name: 'Grace Hopper' }
    await people.join(conversation?.id ?? '', grace)
    await eventually(() => page.has('.banner')).toBe(true)
    // Without a network, the page does not get the message of the person, and cannot send its own.
    await page.offline(true)
    await people.send(conversation?.id ?? '', grace, 'I am here.')
    await page.say('Grace?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.', 'Grace?'])
    await page.offline(false)
    await eventually(page.messages).toEqual(['Hello?', 'Yes.', 'I am here.', 'Grace?'])
  })

  test('keeps the focus in the chat when a button with the focus disappears', async () => {
    const site = await openSite(chromium, { agent: agentSaying('Gladly.') })
    await site.team.chatButtons.create({ label: 'Book a visit', message: 'Can somebody come by?' })
    const page = await site.visit()
    await page.open()
    await page.run(`${page.find('.panel .chip')}.focus()`)
    await page.press('Enter')
    await eventually(page.messages).toEqual(['Can somebody come by?', 'Gladly.'])
    expect(await page.focus()).toBe('textarea')
  })

  test('signs the visitor in when the page calls `identify`', async () => {
    const site = await openSite(chromium)
    const secret = await site.doorkit.siteKeys.identitySecret({ workspace: site.workspace })
    const page = await site.visit()
    const { workspace } = site
    const identity = signVisitor({ secret, workspace, email: 'ada@example.com' })
    await page.run(`doorkit('identify', ${JSON.stringify(identity)})`)
    await page.open()
    await eventually(() => page.text('.signed-in')).toBe('Signed in as ada@example.com')
  })

  test.each(['deleted', 'erased with its visitor'])(
    'immediately begins a new conversation when the old one is %s, and keeps the unsent text',
    async (how) => {
      const site = await openSite(chromium, { agent: agentSaying('Yes.') })
      const { doorkit, team, workspace } = site
      const secret = await doorkit.siteKeys.identitySecret({ workspace })
      const email = 'ada@example.com'
      const page = await site.visit()
      const identity = signVisitor({ secret, workspace, email })
      await page.run(`doorkit('identify', ${JSON.stringify(identity)})`)
      await page.open()
      await eventually(() => page.text('.signed-in')).toBe(`Signed in as ${email}`)
      await page.say('Hello?')
      await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
      const [conversation] = await team.conversations.list().toArray({ limit: 1 })
      const id = conversation?.id ?? ''
      await doorkit.people(workspace).join(id, { id: 'usr_1', name: 'Grace' })
      await eventually(() => page.text('.banner')).toBe('You are talking to Grace.')
      await page.insert('I also')
      if (how === 'deleted') await team.conversations.delete(id)
      else await doorkit.privacy.erase({ workspace, email })
      await eventually(page.messages).toEqual([])
      expect(await page.has('.banner')).toBe(false)
      expect(await page.run(`${page.find('textarea')}.value`)).toBe('I also')
      const identified = how === 'deleted' ? `Signed in as ${email}` : undefined
      await eventually(() => page.text('.signed-in')).toBe(identified)
      await page.say(' ask again.')
      await eventually(page.messages).toEqual(['I also ask again.', 'Yes.'])
    },
  )

  test('does not show a chat that is switched off', async () => {
    const site = await openSite(chromium)
    await site.doorkit.workspaces.update(site.workspace, { agent: { live: false } })
    const page = await site.open()
    await eventually(() => page.run('typeof doorkit')).toBe('function')
    await page.run(`doorkit('on', 'ready', () => { globalThis.isReady = true })`)
    await eventually(() => page.run('globalThis.isReady')).toBe(true)
    expect(await page.has('.launcher')).toBe(false)
  })

  test('has every kind of button: to send a message, to open a page, and to show HTML', async () => {
    const { page } = await enterState(chromium, 'buttons')
    const chip = (label: string) =>
      `[...${page.find('.panel .chips')}.children].find((one) => one.textContent === '${label}')`
    const link = chip('Our doors')
    expect(await page.run(`[${link}.href, ${link}.target, ${link}.rel]`)).toEqual([
      'https://acme.test/doors',
      '_blank',
      'noopener',
    ])
    expect(await page.run(`getComputedStyle(${chip('Spring offer')}).padding`)).toBe('10px 18px')
    expect(await page.run(`getComputedStyle(${chip('Spring offer')}).borderRadius`)).toBe('6px')
    await page.run(`${chip('Opening hours')}.click()`)
    await eventually(() => page.text('.html b')).toBe('8:00 to 18:00')
    await page.run(`${chip('Book a visit')}.click()`)
    await eventually(async () => ((await page.messages()) as string[])[0]).toBe(
      'Can somebody come by?',
    )
    await eventually(() => page.has('.panel .chips')).toBe(false)
  })

  test('keeps its style and its distance from the edge on the left side of the page', async () => {
    const page = await (await openSite(chromium, { look: { position: 'left' } })).visit()
    const style = `(({ padding, fontSize }) => [padding, fontSize])(getComputedStyle(${page.find('.frame')}))`
    expect(await page.run(style)).toEqual(['0px', '15px'])
    const { left, right } = (await page.run(
      `${page.find('.launcher')}.getBoundingClientRect().toJSON()`,
    )) as { left: number; right: number }
    expect([left, right]).toEqual([20, 76])
  })
})

test('the widget works under the policy in its documentation', async () => {
  const guide = readFileSync(new URL('../../../../docs/widget.md', import.meta.url), 'utf8')
  const [named = ''] = /^default-src .+$/m.exec(guide) ?? []
  expect(named).toMatch(
    /script-src 'nonce-…' 'strict-dynamic'; style-src 'self'; connect-src h\S+$/,
  )
  const policy = (api: string, nonce: string) =>
    named.replace('nonce-…', `nonce-${nonce}`).replace(/https\S+/, api)
  const site = await openSite(chromium, { policy, agent: agentSaying('Gladly.') })
  await site.team.chatButtons.create({ label: 'Hours', behavior: 'html', html: '<b>8 to 18</b>' })
  const page = await site.visit()
  await page.open()
  await page.click('.panel .chip')
  await eventually(() => page.text('.html b')).toBe('8 to 18')
  await page.say('Can somebody come by?')
  await eventually(page.messages).toEqual(['Can somebody come by?', 'Gladly.'])
  expect(page.complaints).toEqual([])
})

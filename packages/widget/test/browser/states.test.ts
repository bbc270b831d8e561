import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, signVisitor } from '../../../server/src/index.ts'
import { openSite } from './support/open-site.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/** An agent that says one text. */
const sayer = (text: string): Agent => ({
  async *reply() {
    yield { type: 'text-start', id: 'text' }
    yield { type: 'text-delta', id: 'text', delta: text }
    yield { type: 'text-end', id: 'text' }
  },
})

describe('under the strictest policy, the widget', () => {
  test('shows an answer as it grows, stops it, and announces only complete messages', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
    const site = await openSite(chromium, { agent })
    const page = await site.visit()
    await page.open()
    expect(await page.focus()).toBe('textarea')
    await page.say('Count to three.')
    await sayNext()
    await eventually(page.said).toEqual(['Count to three.', 'One'])
    expect(await page.run(`${page.find('[role=log]')}.innerText`)).not.toContain('One')
    await sayNext()
    await eventually(page.said).toEqual(['Count to three.', 'One two'])
    await page.click('.send')
    await eventually(() => page.text('.assistant .note')).toBe('Stopped')
    await eventually(() => page.run(`${page.find('[role=log]')}.innerText`)).toContain('One two')
    expect(page.complaints).toEqual([])
  })

  test('closes with Escape, and gives the focus back', async () => {
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
    await eventually(page.said).toEqual(['Count.', 'One'])
    await page.reload()
    await page.ready()
    await eventually(page.said).toEqual(['Count.', 'One'])
    await sayNext()
    await eventually(page.said).toEqual(['Count.', 'One two.'])
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
    await eventually(page.said).toEqual(['Hello?', 'Here I am.'])
    expect(await page.has('.retry')).toBe(false)
  })

  test('says that a person was asked for', async () => {
    const page = await (await openSite(chromium)).visit()
    await page.open()
    await page.say('Can I talk to a person?')
    await eventually(() => page.text('.notice')).toBe(
      'We have asked a colleague to join. You can go on writing here.',
    )
  })

  test('names the person who answers, until the person leaves', async () => {
    const site = await openSite(chromium, { agent: sayer('Hello.') })
    const page = await site.visit()
    await page.open()
    await page.say('Is Grace there?')
    await eventually(page.said).toEqual(['Is Grace there?', 'Hello.'])
    const [conversation] = await site.team.conversations.list().toArray({ limit: 2 })
    const people = site.doorkit.people(site.workspace)
    const grace = { id: 'usr_1', name: 'Grace Hopper' }
    await people.join(conversation?.id ?? '', grace)
    await people.send(conversation?.id ?? '', grace, 'I am.')
    await eventually(page.said).toEqual(['Is Grace there?', 'Hello.', 'I am.'])
    await eventually(() => page.text('.notice')).toBe('You are talking to Grace Hopper.')
    await people.leave(conversation?.id ?? '', grace)
    await eventually(() => page.text('.notice')).toBeUndefined()
  })

  test('signs the visitor in by a call of the page', async () => {
    const site = await openSite(chromium)
    const secret = await site.doorkit.siteKeys.identitySecret({ workspace: site.workspace })
    const page = await site.visit()
    const { workspace } = site
    const identity = signVisitor({ secret, workspace, email: 'ada@example.com' })
    await page.run(`doorkit('identify', ${JSON.stringify(identity)})`)
    await page.open()
    await eventually(() => page.text('.signed-in')).toBe('Signed in as ada@example.com')
  })

  test('does not show a chat that is switched off', async () => {
    const site = await openSite(chromium)
    await site.doorkit.workspaces.update(site.workspace, { agent: { live: false } })
    const page = await site.open()
    await eventually(() => page.run(`typeof doorkit === 'function' && !doorkit.q`)).toBe(true)
    expect(await page.has('.launcher')).toBe(false)
  })

  test('runs nothing of hostile words, and follows no link but those of the web', async () => {
    const hostile = [
      '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>',
      '[a](javascript:globalThis.hit=1) [b](data:text/html,x) [c](https://bank.example@evil.example)',
      '\u202Egro.live\u202C **bold** https://acme.test/ok',
      'x'.repeat(100_000),
    ].join('\n\n')
    const page = await (await openSite(chromium, { agent: sayer(hostile) })).visit()
    await page.open()
    await page.say('<b>me</b> javascript:alert(1)')
    await eventually(async () => ((await page.said()) as string[]).length).toBe(2)
    const links = `[...${page.find('.log')}.querySelectorAll('a')].map((one) => one.href)`
    await eventually(() => page.run(links)).toEqual(['https://acme.test/ok'])
    expect(await page.run('globalThis.hit')).toBeUndefined()
    expect(await page.run(`${page.find('.log')}.querySelector('img, script, b')`)).toBeNull()
    expect(await page.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('leaves nothing on the page after it is removed', async () => {
    const page = await (await openSite(chromium)).visit()
    await page.run(`doorkit('remove')`)
    const left = `[typeof doorkit, document.querySelectorAll('doorkit-chat, script[data-doorkit]').length]`
    expect(await page.run(left)).toEqual(['undefined', 0])
  })
})

import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serveChat } from '../src/serve-chat.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

async function openChat() {
  const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
  const chat = await serveChat({ agent })
  onTestFinished(chat.close)
  const page = await chromium.openPage(chat.origin)
  await eventually(() => page.run(`document.querySelector('input') !== null`)).toBe(true)
  return {
    ...chat,
    page,
    sayNext,
    log: () => page.run(`[...document.querySelectorAll('li')].map((line) => line.textContent)`),
    button: () => page.run(`document.querySelector('button').textContent`),
    press: () => page.run(`document.querySelector('button').click()`),
    async say(text: string) {
      await page.run(`document.querySelector('input').focus()`)
      await page.insert(text)
      await page.press('Enter')
    },
    async stored() {
      const { messages } = (await page.run('site.conversation.get()')) as {
        messages: readonly { text: string }[]
      }
      return messages.map(({ text }) => text)
    },
  }
}

test('the words of an answer appear one after the other, and the button Stop keeps the words so far', async () => {
  const { say, sayNext, log, button, press, stored, page } = await openChat()
  await say('Count to three.')
  await sayNext()
  await eventually(log).toEqual(['Count to three.', 'One '])
  await sayNext()
  await eventually(log).toEqual(['Count to three.', 'One two '])
  expect(await button()).toBe('Stop')
  await press()
  await eventually(button).toBe('Send')
  expect(await log()).toEqual(['Count to three.', 'One two '])
  await eventually(stored).toEqual(['Count to three.', 'One two '])
  expect(page.complaints).toEqual([])
})

test('a page that is reloaded in the middle of an answer shows the rest of it', async () => {
  const { say, sayNext, log, button, page, stored } = await openChat()
  await say('Count to three.')
  await sayNext()
  await eventually(log).toEqual(['Count to three.', 'One '])
  await page.reload()
  await eventually(log).toEqual(['Count to three.', 'One '])
  await sayNext()
  await sayNext()
  await eventually(log).toEqual(['Count to three.', 'One two three.'])
  await eventually(button).toBe('Send')
  expect(await stored()).toEqual(['Count to three.', 'One two three.'])
  expect(page.complaints).toEqual([])
})

test('the messages of a person of the team appear', async () => {
  const { say, sayNext, log, button, page, doorkit, workspace } = await openChat()
  await say('Count to three.')
  for (const _ of ['One', 'two', 'three']) await sayNext()
  await eventually(button).toBe('Send')
  const { id } = (await page.run('site.conversation.get()')) as { id: string }
  const grace = { id: 'user-7', name: 'Grace' }
  await doorkit.people(workspace).join(id, grace)
  await doorkit.people(workspace).send(id, grace, 'I am Grace.')
  await eventually(log).toEqual(['Count to three.', 'One two three.', 'I am Grace.'])
})

import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOverflow } from './support/find-faults.ts'
import { resize } from './support/looks.ts'
import { openSite } from './support/open-site.ts'
import { agentSaying } from './support/states.ts'
import { listeners, watchPage } from './support/watch-page.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/** Changes the visible part of the page as a keyboard does. A headless browser has no keyboard. */
const keyboard = `
  globalThis.showKeyboard = (height, offsetTop) => {
    for (const [name, value] of Object.entries({ height, offsetTop })) {
      Object.defineProperty(visualViewport, name, { value, configurable: true })
    }
    visualViewport.dispatchEvent(new Event('resize'))
  }`

/** Opens a page with the widget on a phone. */
async function visitByPhone() {
  const site = await openSite(chromium, { agent: agentSaying('Yes.') })
  const phone = { width: 390, height: 844, scale: 3, mobile: true }
  const page = await site.visit('/', { ...phone, before: watchPage + keyboard })
  const boxOf = async (selector: string) => {
    const box = `(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))(${page.find(selector)}.getBoundingClientRect())`
    return (await page.run(box)) as [number, number, number, number]
  }
  return { page, boxOf }
}

describe('on a phone, the chat', () => {
  test('fills the screen, opens no keyboard by itself, and keeps the focus from the page behind it', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.settle()
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
    // A focused field would show the keyboard.
    expect(await page.focus()).toBe('panel')
    await page.run(`document.querySelector('#own').focus()`)
    expect(await page.focus()).toBe('panel')
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await page.click('.panel .quiet')
    await eventually(() => page.has('.panel')).toBe(false)
    expect(await page.focus()).toBe('launcher')
    expect(page.complaints).toEqual([])
  })

  test('keeps its field and the end of the messages above the keyboard, and fills the screen again afterwards', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await page.settle()
    for (const [height, offsetTop] of [
      [508, 0],
      // The browser may also move the page up.
      [508, 120],
      // A phone on its side leaves little room.
      [190, 0],
    ] as const) {
      await page.run(`showKeyboard(${height}, ${offsetTop})`)
      await page.settle()
      expect(await boxOf('.panel')).toEqual([0, offsetTop, 390, offsetTop + height])
      const [, top, , bottom] = await boxOf('textarea')
      expect(top).toBeGreaterThan(offsetTop)
      expect(bottom).toBeLessThan(offsetTop + height)
      expect(await findOverflow(page)).toEqual([])
      const [, , , end] = await boxOf('.log')
      expect(end).toBeLessThanOrEqual((await boxOf('.scroll'))[3])
    }
    await page.run('showKeyboard(844, 0)')
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
    expect(await page.run(listeners)).toEqual(expect.arrayContaining(['resize', 'scroll']))
    await page.click('.panel .quiet')
    await eventually(() => page.has('.panel')).toBe(false)
    expect(await page.run(listeners)).not.toEqual(expect.arrayContaining(['resize']))
  })

  test('leaves the safe areas of the screen free', async () => {
    const { page, boxOf } = await visitByPhone()
    const insets = { top: 47, bottom: 34, left: 0, right: 0 }
    await page.call('Emulation.setSafeAreaInsetsOverride', { insets })
    await page.settle()
    expect((await boxOf('.launcher'))[3]).toBe(844 - 34 - 20)
    await page.open()
    await page.settle()
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
    expect((await boxOf('.panel .quiet'))[1]).toBeGreaterThanOrEqual(47)
    expect((await boxOf('.field'))[3]).toBeLessThanOrEqual(844 - 34)
  })

  test('fills the screen and keeps the focus after a reload too', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.say('Hello?')
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await page.reload()
    await page.ready()
    await eventually(page.messages).toEqual(['Hello?', 'Yes.'])
    await page.settle()
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
    await page.run(`document.querySelector('#own').focus()`)
    expect(await page.focus()).toBe('panel')
    await page.press('Escape')
    await eventually(() => page.has('.panel')).toBe(false)
    expect(await page.focus()).toBe('launcher')
  })

  test('keeps the focus after the page has replaced its element', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.run(`(() => {
      const next = document.createElement('doorkit-chat')
      document.querySelector('doorkit-chat').replaceWith(next)
      doorkit('moveTo', next)
    })()`)
    await page.settle()
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
    await page.run(`document.querySelector('#own').focus()`)
    expect(await page.focus()).toBe('panel')
  })

  test('keeps its layout when the visitor magnifies the page with two fingers', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.call('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
    await eventually(() => page.run('visualViewport.scale')).toBe(2)
    await page.settle()
    expect(await boxOf('.panel')).toEqual([0, 0, 390, 844])
  })

  test('is a window while the screen is larger, and keeps the text that is not sent yet', async () => {
    const { page, boxOf } = await visitByPhone()
    await page.open()
    await page.run(`${page.find('textarea')}.focus()`)
    await page.insert('I was about to')
    const isModal = () => page.run(`${page.find('.panel')}.matches(':modal')`)
    expect(await isModal()).toBe(true)
    // The same phone on its side still has too little room for a window.
    await resize(page, 844, 390)
    await eventually(() => boxOf('.panel')).toEqual([0, 0, 844, 390])
    expect(await isModal()).toBe(true)
    await resize(page, 1024, 768)
    await eventually(isModal).toBe(false)
    await page.settle()
    const [left, , right] = await boxOf('.panel')
    expect(right - left).toBe(392)
    expect(await page.run(listeners)).not.toEqual(expect.arrayContaining(['resize']))
    await resize(page, 390, 844)
    await eventually(isModal).toBe(true)
    expect(await page.run(`${page.find('textarea')}.value`)).toBe('I was about to')
  })
})

import { findViolations } from '@doorkit/tests/accessibility'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterState } from './support/enter-state.ts'
import { findOverflow, findUnreachable } from './support/find-faults.ts'
import { emulate, resize } from './support/looks.ts'
import { continued, states } from './support/states.ts'
import type { widgetPage } from './support/widget-page.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

type Page = ReturnType<typeof widgetPage>

/** The ways in which each state is shown, one after the other on one page. */
const looks: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'on a desktop': (page) => resize(page, 1280, 800),
  'in the dark theme': (page) => emulate(page, { 'prefers-color-scheme': 'dark' }),
  'in forced colors': (page) => emulate(page, { 'forced-colors': 'active' }),
  'from right to left': async (page) => {
    await emulate(page, {})
    await page.run(
      `document.documentElement.dir = document.querySelector('doorkit-chat').dir = 'rtl'`,
    )
  },
  'from right to left at 320 pixels': (page) => resize(page, 320, 740),
  'at 320 pixels': (page) =>
    page.run(`document.documentElement.dir = document.querySelector('doorkit-chat').dir = 'ltr'`),
  'at 200 percent': (page) => resize(page, 640, 400, 2),
}

/** Whether the Tab key reaches the same controls in this look as in another, which is checked. */
const isLikeAnother = (look: string) => !/desktop|pixels|percent/.test(look)

test.each(Object.entries({ ...states, ...continued }))(
  'the state "%s" is accessible in every look, with the keyboard alone',
  async (name, { isOpen }) => {
    const { page } = await enterState(chromium, name)
    for (const [look, apply] of Object.entries(looks)) {
      await apply(page)
      await page.settle()
      expect
        .soft(await findViolations(page, `document.querySelector('doorkit-chat')`), look)
        .toEqual([])
      expect.soft(await findOverflow(page), look).toEqual([])
      if (!isLikeAnother(look)) expect.soft(await findUnreachable(page), look).toEqual([])
    }
    if (isOpen) {
      await page.run(`${page.find('.panel .quiet')}.focus()`)
      await page.press('Escape')
      await eventually(() => page.has('.panel')).toBe(false)
      expect(await page.focus()).toBe('launcher')
    }
    const isUnexpected = (one: string) => !one.includes('Failed to load resource')
    expect(page.complaints.filter(isUnexpected)).toEqual([])
    await page.close()
  },
)

import type { BrowserPage } from '@doorkit/tests/chromium'

/** What a test does on the bare page of the shop. */
export const shopPage = (page: BrowserPage) => ({
  ...page,
  /** The text of an element; undefined where there is none. */
  text: (selector: string) =>
    page.run(`document.querySelector(${JSON.stringify(selector)})?.textContent`),
  /** What the visitor and the agent have said, as the page shows it. */
  log: () => page.run(`[...document.querySelectorAll('#log li')].map((line) => line.textContent)`),
  click: (selector: string) =>
    page.run(`document.querySelector(${JSON.stringify(selector)}).click()`),
  /** Types a text and presses Enter, as a person does. */
  async type(text: string) {
    await page.run(`document.querySelector('input').focus()`)
    await page.insert(text)
    await page.press('Enter')
  },
})

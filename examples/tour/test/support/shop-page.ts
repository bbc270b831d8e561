import type { BrowserPage } from '@doorkit/tests/chromium'

/** The actions of a test on the bare page of the shop. */
export const shopPage = (page: BrowserPage) => ({
  ...page,
  /** The text of an element; undefined if it does not exist. */
  text: (selector: string) =>
    page.run(`document.querySelector(${JSON.stringify(selector)})?.textContent`),
  /** The texts of the messages, as the page shows them. */
  log: () => page.run(`[...document.querySelectorAll('#log li')].map((line) => line.textContent)`),
  click: (selector: string) =>
    page.run(`document.querySelector(${JSON.stringify(selector)}).click()`),
  /** Inserts a text in the input, and presses Enter. */
  async type(text: string) {
    await page.run(`document.querySelector('input').focus()`)
    await page.insert(text)
    await page.press('Enter')
  },
})

import type { BrowserPage } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'

const shadow = `document.querySelector('doorkit-chat').shadowRoot`

/** Reads and uses the widget on a page, as a visitor does. */
export function widgetPage(page: BrowserPage) {
  const { run } = page
  const find = (selector: string) => `${shadow}.querySelector(${JSON.stringify(selector)})`
  /** The visible content of an element; undefined if it does not exist. */
  const visible = (selector: string, what: string) =>
    run(
      `(() => { const found = globalThis.document.querySelector('doorkit-chat') && ${find(selector)};
        return found?.checkVisibility() ? found.${what} : undefined })()`,
    )
  const widget = {
    ...page,
    run,
    find,
    /** Waits until the button appears. */
    ready: () =>
      eventually(() =>
        run(
          `Boolean(document.querySelector('doorkit-chat')?.shadowRoot?.querySelector('.frame:not([hidden])'))`,
        ),
      ).toBe(true),
    /** The text of an element; undefined if it is not visible. */
    text: (selector: string) => visible(selector, 'textContent'),
    attribute: (selector: string, name: string) =>
      run(`${find(selector)}?.getAttribute(${JSON.stringify(name)})`),
    has: async (selector: string) => (await visible(selector, 'localName')) !== undefined,
    /** The texts of the visible messages. */
    messages: () =>
      run(
        `[...${shadow}.querySelectorAll('.message:not(.waiting) .bubble')].map((one) => one.innerText)`,
      ),
    click: (selector: string) => run(`${find(selector)}.click()`),
    /** The name of the element that has the focus, in the shadow too. */
    focus: () =>
      run(`(() => { let one = document.activeElement;
        while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
        return one?.className || one?.id || one?.localName })()`),
    /** Opens the chat by its button. */
    async open() {
      await widget.click('.launcher')
      await eventually(() => widget.has('.panel')).toBe(true)
    },
    /** Types a text and presses Enter, as a person does. */
    async say(text: string) {
      await run(`${find('textarea')}.focus()`)
      await page.insert(text)
      await page.press('Enter')
    },
    /** Waits until all animations have ended. */
    settle: () =>
      run(
        `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(async () => {
          const moving = ${shadow}.getAnimations({ subtree: true }).filter((one) => one.effect.getTiming().iterations !== Infinity);
          await Promise.allSettled(moving.map((one) => one.finished)); done() })))`,
      ),
  }
  return widget
}

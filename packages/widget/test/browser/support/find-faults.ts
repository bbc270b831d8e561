import type { widgetPage } from './widget-page.ts'

type Page = ReturnType<typeof widgetPage>

/** The elements beyond the sides of the screen, and a panel, teaser or launcher beyond any edge. */
export const findOverflow = (page: Page) =>
  page.run(`(() => {
    const { shadowRoot } = document.querySelector('doorkit-chat')
    const isOutside = (one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      const isTall = one.matches('.panel, .teaser, .launcher') && (top < -1 || bottom > innerHeight + 1)
      // Content for screen readers alone is clipped to one pixel.
      for (let around = one; around; around = around.parentElement) if (getComputedStyle(around).clipPath !== 'none') return false
      return one.checkVisibility() && (isTall || left < -1 || right > innerWidth + 1)
    }
    const wide = [...shadowRoot.querySelectorAll('*')].filter(isOutside)
    return wide.map(({ className, localName }) => localName + '.' + className)
  })()`)

const focusedName = `(() => {
  const { activeElement } = document
  const one = activeElement?.shadowRoot?.activeElement ?? activeElement
  if (one === document.body) return 'page'
  reached.add(one)
  return one.id || one.className || one.localName })()`

/**
 * The controls that the Tab key does not reach, and the page itself if a window beside it keeps the
 * focus. A chat that fills the screen keeps the focus until Escape closes it.
 */
export async function findUnreachable(page: Page): Promise<unknown> {
  const count = (await page.run(`(() => {
    globalThis.reached = new Set()
    globalThis.controls = [...document.querySelector('doorkit-chat').shadowRoot.querySelectorAll('button, a[href], textarea, [tabindex="0"]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
    document.querySelector('#own').focus()
    return controls.length
  })()`)) as number
  let isBack = await page.run(`Boolean(${page.find('.panel:modal')})`)
  for (let pressed = 0; pressed < count + 3 || (!isBack && pressed < count + 8); pressed += 1) {
    await page.press('Tab')
    isBack = (await page.run(focusedName)) === 'own' || isBack
  }
  return [
    ...((await page.run(
      `controls.filter((one) => !reached.has(one)).map((one) => one.localName + '.' + one.className)`,
    )) as string[]),
    ...(isBack ? [] : ['#own']),
  ]
}

import type { BrowserPage } from '@doorkit/tests/chromium'

type Page = Pick<BrowserPage, 'call'>

/** Gives the page another size, in CSS pixels, and another number of pixels of the screen in one of CSS. */
export const resize = (page: Page, width: number, height: number, deviceScaleFactor = 1) =>
  page.call('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  })

/** Changes the results of media queries. */
export const emulate = (page: Page, media: Readonly<Record<string, string>>) =>
  page.call('Emulation.setEmulatedMedia', {
    features: Object.entries(media).map(([name, value]) => ({ name, value })),
  })

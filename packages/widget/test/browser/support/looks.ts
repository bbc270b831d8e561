import type { BrowserPage } from '@doorkit/tests/chromium'

type Page = Pick<BrowserPage, 'call'>

/** Changes the size of the page, in CSS pixels, and the number of screen pixels per CSS pixel. */
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

import type { PageSettings } from '@doorkit/tests/chromium'
import { type Browser, openSite, type SiteSettings } from './open-site.ts'
import { continued, states, type WidgetState } from './states.ts'

/** Opens a page with the widget in a state. */
export async function enterState(
  browser: Browser,
  name: string,
  more: SiteSettings & { readonly page?: PageSettings | undefined } = {},
) {
  const state = { ...states, ...continued }[name] as WidgetState
  const { page: pageSettings, ...settings } = more
  const site = await openSite(browser, { ...state.settings?.(), ...settings })
  await state.prepare?.(site)
  const page = await site.visit(await state.path?.(site), pageSettings)
  await state.enter?.(page, site)
  await page.settle()
  return { page, site }
}

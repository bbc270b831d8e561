import type { Asset } from './asset.ts'
import { bundleAssets } from './bundle-assets.ts'

export type { Asset } from './asset.ts'

let bundled: Promise<readonly Asset[]> | undefined

/** The files of the widget, for a server that serves them to pages: the loader, and the widget. */
export function widgetAssets(): Promise<readonly Asset[]> {
  bundled ??= bundleAssets()
  return bundled
}

import type { Asset } from './asset.ts'
import { bundleAssets } from './bundle-assets.ts'

export type { Asset } from './asset.ts'

let bundled: Promise<readonly Asset[]> | undefined

/** The files of the console, for a server: the page `index.html`, and the files that the page loads. */
export function consoleAssets(): Promise<readonly Asset[]> {
  bundled ??= bundleAssets()
  return bundled
}

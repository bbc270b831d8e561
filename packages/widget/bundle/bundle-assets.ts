import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import type { Asset } from './asset.ts'
import { cssAsText } from './css-as-text.ts'

/** How each file for browsers is bundled. */
export const browserBuild = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  conditions: ['@doorkit/source'],
  plugins: [cssAsText],
} as const satisfies BuildOptions

/**
 * Bundles the widget from its sources: the loader, which pages name, and the widget, whose name has the
 * digest of its text. A build of the package stores the result in place of this module.
 */
export async function bundleAssets(): Promise<readonly Asset[]> {
  const widget = await bundle('script.ts', {})
  const digest = createHash('sha384').update(widget)
  const integrity = `sha384-${digest.copy().digest('base64')}`
  const path = `assets/widget-${digest.digest('hex').slice(0, 16)}.js`
  const loader = await bundle('loader.ts', {
    widgetPath: JSON.stringify(path),
    widgetIntegrity: JSON.stringify(integrity),
  })
  const type = 'text/javascript; charset=utf-8'
  return [
    { path: 'widget.js', type, text: loader, immutable: false },
    { path, type, text: widget, immutable: true },
  ]
}

async function bundle(entry: string, define: Record<string, string>): Promise<string> {
  const { outputFiles } = await build({
    ...browserBuild,
    entryPoints: [fileURLToPath(new URL(`../src/${entry}`, import.meta.url))],
    format: 'iife',
    // Browsers that know this comment compile all functions while they load the file, outside of the
    // page's main thread.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    define,
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

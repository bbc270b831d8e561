import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Asset } from './asset.ts'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Bundles the console from its sources. Each screen is a file of its own, which is loaded when somebody
 * opens the screen. A build of the package stores the result in place of this module.
 */
export async function bundleAssets(): Promise<readonly Asset[]> {
  const { outputFiles } = await build({
    entryPoints: { main: fileURLToPath(new URL('../src/main.tsx', import.meta.url)) },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome123', 'firefox128', 'safari17.5'],
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@doorkit/source'],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: 'assets',
    write: false,
  })
  const files = outputFiles.map(({ path, text }) => {
    const name = basename(path)
    return {
      path: `assets/${name}`,
      type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      text,
      immutable: true,
    }
  })
  const named = (pattern: RegExp) => files.find(({ path }) => pattern.test(path))?.path ?? ''
  const page = pageOf(named(/^assets\/main-.*\.js$/), named(/^assets\/main-.*\.css$/))
  const type = 'text/html; charset=utf-8'
  const icon = await readFile(new URL('../src/icon.svg', import.meta.url), 'utf8')
  return [
    { path: 'index.html', type, text: page, immutable: false },
    { path: 'assets/icon.svg', type: 'image/svg+xml', text: icon, immutable: false },
    ...files,
  ]
}

function pageOf(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<base href="%BASE%">
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The console needs JavaScript. Allow it for this page, and load the page again.</p></noscript>
</body>
</html>
`
}

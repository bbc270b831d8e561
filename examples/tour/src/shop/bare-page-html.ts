import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { ShopSettings } from './serve-shop.ts'

/** The page that draws the chat itself, with its script. */
export async function barePageHtml(settings: ShopSettings): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('bare-page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['@doorkit/source'],
    write: false,
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The chat of Acme without the widget</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
ul { list-style: none; padding: 0 }
.user { text-align: right; color: #1f4d3a }
</style>
<h1>Acme</h1>
<p>A demonstration: the figures of <code>GET /analytics</code> count the chats here.</p>
<h2>Ask us</h2>
<p id="buttons"></p>
<ul id="log"></ul>
<p><span id="status">open</span> <span id="note"></span></p>
<form><input name="text" aria-label="Your question" autocomplete="off"> <button>Send</button></form>
<button id="stop">Stop</button>
<script>const shop = ${JSON.stringify(settings)}</script>
<script type="module">${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>
</html>`
}
